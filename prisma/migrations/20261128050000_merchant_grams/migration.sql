-- The runs of two and three characters in a text, as numbers that differ between partners.
CREATE FUNCTION merchant_grams(partner text, content text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtext(partner || substr(content, place, size))), '{}')
  FROM generate_series(2, 3) size, generate_series(1, length(content) - size + 1) place
$$;
