CREATE OR REPLACE FUNCTION score_out(s score) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object(
  'value', round((s).value::numeric)::integer, 'low', round((s).low::numeric, 1),
  'high', round((s).high::numeric, 1), 'n', (s).n, 'unit', (s).unit,
  'band', nullif((s).band, ''), 'standsFor', (s).detail->'stands_for',
  'model', (s).model, 'exploratory', (s).exploratory, 'delta', (s).delta)
