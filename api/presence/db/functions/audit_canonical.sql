-- One spelling for each value, the same as `presence verify-audit` writes: keys by code point, no
-- spaces, numbers without zeros at their ends.
CREATE OR REPLACE FUNCTION audit_canonical(p_value jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  RETURN CASE jsonb_typeof(p_value)
    WHEN 'object' THEN '{' || coalesce((
      SELECT string_agg(to_json(e.key)::text || ':' || audit_canonical(e.value), ','
        ORDER BY e.key COLLATE "C") FROM jsonb_each(p_value) e), '') || '}'
    WHEN 'array' THEN '[' || coalesce((
      SELECT string_agg(audit_canonical(e.value), ',' ORDER BY e.number)
        FROM jsonb_array_elements(p_value) WITH ORDINALITY AS e (value, number)), '') || ']'
    WHEN 'number' THEN trim_scale((p_value #>> '{}')::numeric)::text
    ELSE coalesce(p_value::text, 'null') END;
END $$
