"""Composes what the dashboard shows of the runs of a brand, once whenever one of them changes.

Invariant: code that writes a run calls `refresh` in the same transaction; row security filters
every table named here. The scores in the list of brands are copied from what is composed here.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

# A full run shows everything; a content or technical one its own part, so each part comes from
# the newest run that measured it. `shown` is the content part's run, else the technical one's;
# `newest` is that of both which began last: what the other made of its parts is no sum of those
# shown.
_REFRESH = text("""
INSERT INTO brand_results (brand_id, document, last_run_at)
WITH part AS MATERIALIZED (
  SELECT content, technical, (SELECT id FROM run WHERE id IN (content, technical)
    ORDER BY created_at DESC LIMIT 1) AS newest
  FROM shown_run(:brand, 'content') AS content, shown_run(:brand, 'technical') AS technical
), shown AS MATERIALIZED (
  SELECT r.* FROM run r WHERE r.id = (SELECT coalesce(content, technical) FROM part)
), scored AS MATERIALIZED (
  SELECT jsonb_object_agg(s.metric, score_out(s) || CASE WHEN s.metric = 'audienceFit' THEN
      jsonb_build_object('relevance', s.detail->'relevance', 'toneMatch', s.detail->'tone_match',
                         'tone', s.detail->'tone') ELSE '{}' END) AS scores,
    jsonb_object_agg(s.metric, s.run_id) AS runs,
    max(s.detail->>'unreadable') AS unreadable,
    coalesce(bool_or(s.provisional), false) AS provisional
  FROM (SELECT DISTINCT ON (metric) score.* FROM score
        JOIN run r ON r.workspace_id = score.workspace_id AND r.id = score.run_id
        JOIN part ON r.id = CASE metric WHEN 'content' THEN content WHEN 'audienceFit' THEN content
          WHEN 'technical' THEN technical WHEN 'overall' THEN newest END
        WHERE run_id IN (SELECT unnest(ARRAY[content, technical]) FROM part)
          AND score.engine = '' AND score.revision = r.revision
        ORDER BY metric, score.created_at DESC) s
), finding AS MATERIALIZED (
  SELECT count(*) FILTER (WHERE impact <> 'Info' AND NOT policy_choice) AS open,
    max(CASE impact WHEN 'High' THEN 3 WHEN 'Medium' THEN 2 WHEN 'Low' THEN 1 ELSE 0 END)
      FILTER (WHERE NOT policy_choice) AS priority,
    count(*) FILTER (WHERE effort = 'Low' AND impact IN ('High', 'Medium') AND NOT policy_choice)
      AS quick
  FROM technical_finding WHERE run_id = (SELECT technical FROM part)
    AND status NOT IN ('done', 'dismissed')
), gap AS MATERIALIZED (
  SELECT count(*) AS open,
    max(CASE gap_type WHEN 'Major' THEN 3 WHEN 'Moderate' THEN 2 ELSE 1 END) AS priority
  FROM content_gap WHERE run_id = (SELECT id FROM shown) AND status NOT IN ('done', 'dismissed')
)
SELECT b.id, json_build_object(
    'basis', (SELECT basis FROM shown),
    'verdict', coalesce((SELECT verdict FROM shown), ''),
    'unreadable', coalesce((SELECT unreadable FROM scored), ''),
    'unanswered', (SELECT coalesce(json_agg(g.prompt ORDER BY g.gap_type, g.prompt), '[]')
      FROM (SELECT DISTINCT prompt, gap_type FROM content_gap
            WHERE run_id = (SELECT id FROM shown) AND kind = 'coverage'
              AND gap_type IN ('Major', 'Moderate')) g),
    'provisional', (SELECT provisional FROM scored),
    'run', (SELECT run_summary(r) FROM run r WHERE r.id = (SELECT id FROM shown)),
    'activeRun', (SELECT run_summary(r) FROM run r
      WHERE r.brand_id = b.id AND r.status IN ('queued', 'running')
      ORDER BY r.kind = 'full' DESC, r.created_at DESC LIMIT 1),
    'scores', json_build_object(
      'content', (SELECT scores->'content' FROM scored),
      'technical', (SELECT scores->'technical' FROM scored),
      'audienceFit', (SELECT scores->'audienceFit' FROM scored),
      'overall', (SELECT scores->'overall' FROM scored)),
    'scoreRuns', json_build_object(
      'content', (SELECT runs->'content' FROM scored),
      'technical', (SELECT runs->'technical' FROM scored),
      'audienceFit', (SELECT runs->'audienceFit' FROM scored),
      'overall', (SELECT runs->'overall' FROM scored)),
    'changes', coalesce((SELECT changes FROM shown), '[]'),
    'latestAnswers', (SELECT coalesce(json_agg(a.document ORDER BY a.answered_at DESC), '[]')
      FROM answer_brief a WHERE a.id IN (
        SELECT id FROM (
          SELECT DISTINCT ON (w.prompt_id) w.id, w.answered_at
            FROM answer w CROSS JOIN shown
            JOIN prompt p ON p.workspace_id = w.workspace_id AND p.id = w.prompt_id
           WHERE w.run_id = shown.id AND w.sample = 0 AND w.status = 'completed'
             AND w.basis = coalesce(shown.basis, w.basis) AND NOT p.branded
           ORDER BY w.prompt_id, w.answered_at DESC) one
        ORDER BY answered_at DESC LIMIT 5)),
    'trend', (SELECT coalesce(json_agg(t.document ORDER BY t.at), '[]') FROM (
      SELECT r.created_at AS at, json_build_object('at', r.created_at, 'runId', r.id,
          'overall', max(round(s.value::numeric)) FILTER (WHERE s.metric = 'overall'),
          'content', max(round(s.value::numeric)) FILTER (WHERE s.metric = 'content'),
          'low', max(s.low) FILTER (WHERE s.metric = 'overall'),
          'high', max(s.high) FILTER (WHERE s.metric = 'overall')) AS document
      FROM run r JOIN score s ON s.workspace_id = r.workspace_id AND s.run_id = r.id
        AND NOT s.provisional AND s.metric IN ('overall', 'content')
        AND s.engine = '' AND s.revision = r.revision
      WHERE r.brand_id = b.id
      GROUP BY r.id, r.created_at ORDER BY r.created_at DESC LIMIT 60) t),
    'gaps', json_build_object(
      'content', json_build_object('open', (SELECT open FROM gap), 'priority',
        (ARRAY['Low', 'Moderate', 'High'])[(SELECT priority FROM gap)]),
      'technical', json_build_object('open', (SELECT open FROM finding), 'priority',
        (ARRAY['Low', 'Moderate', 'High'])[(SELECT priority FROM finding)],
        'notApplicable', b.website_url IS NULL),
      'quickWins', (SELECT quick FROM finding) + (SELECT count(*) FROM recommendation
        WHERE run_id = (SELECT id FROM shown) AND status NOT IN ('done', 'dismissed')
          AND source_kind = 'gap'
          AND effort = 'Low' AND priority IN ('High', 'Medium'))))::text,
  (SELECT coalesce(finished_at, created_at) FROM shown)
FROM brand b WHERE b.id = :brand
ON CONFLICT (workspace_id, brand_id)
  DO UPDATE SET document = excluded.document, last_run_at = excluded.last_run_at
""")
# A first run in progress shows provisional scores, which are in no list.
_LIST_SCORES = text("""
UPDATE brand b SET overall_score = now.overall, audience_score = now.audience, basis = now.basis,
    scored_at = CASE WHEN now.scored THEN now.at END
FROM (SELECT brand_id, (d #>> '{scores,overall,value}')::smallint AS overall,
    (d #>> '{scores,audienceFit,value}')::smallint AS audience, d ->> 'basis' AS basis,
    (d #>> '{run,createdAt}')::timestamptz AS at,
    jsonb_path_exists(d, '$.scores.* ? (@ != null)') AS scored
  FROM (SELECT brand_id, document::jsonb AS d FROM brand_results WHERE brand_id = :brand) shown
  WHERE NOT (d ->> 'provisional')::boolean) now
WHERE b.id = now.brand_id AND (b.overall_score, b.audience_score, b.basis, b.scored_at)
  IS DISTINCT FROM (now.overall, now.audience, now.basis, CASE WHEN now.scored THEN now.at END)
""")


async def refresh(session: AsyncSession, brand_id: UUID) -> None:
    """Recompose what the dashboard and the list of brands show of the brand's runs."""
    await session.execute(_REFRESH, {"brand": brand_id})
    await session.execute(_LIST_SCORES, {"brand": brand_id})
