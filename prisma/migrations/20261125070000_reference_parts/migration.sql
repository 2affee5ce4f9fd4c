-- Each partner's references by the runs of three characters in them, in lower case, for a search in any letter case.
CREATE INDEX CONCURRENTLY payment_by_reference_part ON payment USING gin (reference_grams(partner_id, lower(reference_id)))
  WITH (gin_pending_list_limit = 256);
