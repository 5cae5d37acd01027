-- The next job by turns of tenants (ADR 0009). Tenants with waiting jobs are found by skipping from
-- one to the next in an index, beginning anywhere (ids grow with time, their hashes are spread), so
-- a fetch costs the same whatever one tenant has piled up. Those at the worker's limit are passed
-- over; of the others the one with the fewest jobs at work goes first. Locks, queues and retry
-- dates mean what they mean to the queue itself.
CREATE OR REPLACE FUNCTION fetch_fair_job(
  p_queues character varying[], p_worker_id bigint, p_most integer)
RETURNS procrastinate_jobs
LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_hashagg TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  v_from text := md5(random()::text);
  v_tenant text;
  v_job procrastinate_jobs;
BEGIN
  FOR v_tenant IN
    WITH RECURSIVE later AS (
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant >= v_from ORDER BY 1 LIMIT 1) AS tenant, 1 AS n
      UNION ALL
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant > later.tenant ORDER BY 1 LIMIT 1), n + 1
        FROM later WHERE later.tenant IS NOT NULL AND n < 128
    ), sooner AS (
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant < v_from ORDER BY 1 LIMIT 1) AS tenant, 1 AS n
      UNION ALL
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant > sooner.tenant AND j.tenant < v_from
               ORDER BY 1 LIMIT 1), n + 1
        FROM sooner WHERE sooner.tenant IS NOT NULL AND n < 128
    ), busy AS (
      SELECT j.tenant, count(*) AS everywhere,
        count(*) FILTER (WHERE j.worker_id = p_worker_id) AS here
      FROM procrastinate_jobs j WHERE j.status = 'doing' GROUP BY 1
    )
    SELECT w.tenant FROM (SELECT l.tenant FROM later l UNION SELECT s.tenant FROM sooner s) w
      LEFT JOIN busy b ON b.tenant = w.tenant
     WHERE w.tenant IS NOT NULL AND coalesce(b.here, 0) < p_most
     ORDER BY coalesce(b.everywhere, 0), w.tenant >= v_from DESC, w.tenant
  LOOP
    UPDATE procrastinate_jobs SET status = 'doing', worker_id = p_worker_id
     WHERE id = (
       SELECT j.id FROM procrastinate_jobs j
        WHERE j.status = 'todo' AND j.tenant >= v_tenant AND j.tenant <= v_tenant
          AND (p_queues IS NULL OR j.queue_name = ANY (p_queues))
          AND (j.scheduled_at IS NULL OR j.scheduled_at <= now())
          AND (
            SELECT o.id FROM procrastinate_jobs o
             WHERE o.lock >= j.lock AND o.lock <= j.lock AND o.status = 'doing'
             ORDER BY o.lock LIMIT 1) IS NULL
          AND (
            SELECT o.id FROM procrastinate_jobs o
             WHERE o.lock >= j.lock AND o.lock <= j.lock AND o.status = 'todo'
               AND (o.priority, -o.id) > (j.priority, -j.id)
             ORDER BY o.lock LIMIT 1) IS NULL
        ORDER BY j.tenant, j.priority DESC, j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
    RETURNING * INTO v_job;
    IF v_job.id IS NOT NULL THEN
      RETURN v_job;
    END IF;
  END LOOP;
  RETURN NULL;
END $function$
