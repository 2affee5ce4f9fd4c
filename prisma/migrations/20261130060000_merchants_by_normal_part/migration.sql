-- Each partner's merchants by the parts of their names and ids, in lower case and one Unicode form, for a search in any case and form.
CREATE INDEX CONCURRENTLY merchant_by_normal_part ON merchant
  USING gin (merchant_grams(partner_id, lower(normalize(name) || chr(10) || id)))
  WITH (gin_pending_list_limit = 256) WHERE deleted_at IS NULL;
