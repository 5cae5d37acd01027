-- A run as the API shows it wherever one is shown.
CREATE OR REPLACE FUNCTION run_summary(r run) RETURNS json LANGUAGE sql STABLE
RETURN json_build_object(
  'id', (r).id, 'brandId', (r).brand_id, 'kind', (r).kind, 'trigger', (r).trigger,
  'status', (r).status, 'stage', (r).stage, 'done', (r).done, 'total', (r).total,
  'stages', (r).stages, 'validAnswers', (r).valid_answers, 'totalAnswers', (r).total_answers,
  'engines', (r).engines, 'failure', (r).failure, 'createdAt', (r).created_at,
  'startedAt', (r).started_at, 'finishedAt', (r).finished_at,
  'firstScoreAt', (r).first_score_at, 'seed', (r).seed, 'versions', (r).versions,
  'basis', (r).basis, 'round', (r).round, 'panelNumber', (r).panel_number,
  'nextRunAt', (SELECT s.next_run_at FROM run_schedule s
    WHERE s.workspace_id = (r).workspace_id AND s.brand_id = (r).brand_id))
