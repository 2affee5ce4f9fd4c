-- The audit log knows the authors of what was created before authors were recorded. Those without an entry stay unknown. Only records
-- that still give access are written.
SET LOCAL lock_timeout = '5s';

CREATE FUNCTION pg_temp.author_of(of_partner text, of_subject text, field text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT u.id FROM (
    SELECT a.actor_kind, a.actor_id FROM audit_entry a
    WHERE a.partner_id = of_partner AND a.subject_id = of_subject AND a.after ? field ORDER BY a.id DESC LIMIT 1) last
  JOIN "user" u ON u.id = last.actor_id AND last.actor_kind = 'user' AND u.partner_id = of_partner
$$;

UPDATE invitation SET created_by_id = pg_temp.author_of(partner_id, id, 'email')
  WHERE created_by_id IS NULL AND accepted_at IS NULL AND revoked_at IS NULL;
UPDATE app SET created_by_id = pg_temp.author_of(partner_id, id, 'name')
  WHERE created_by_id IS NULL AND partner_id IS NOT NULL AND revoked_at IS NULL;
UPDATE webhook_endpoint SET url_by_id = pg_temp.author_of(partner_id, id, 'url'),
    secret_by_id = pg_temp.author_of(partner_id, id, 'secret')
  WHERE url_by_id IS NULL AND secret_by_id IS NULL AND deleted_at IS NULL;
-- Keys have the email of their author already.
UPDATE api_key k SET created_by_id = coalesce(
      (SELECT u.id FROM "user" u WHERE u.partner_id = k.partner_id AND u.email = k.created_by),
      pg_temp.author_of(k.partner_id, k.id, 'name'))
  WHERE created_by_id IS NULL AND revoked_at IS NULL;
UPDATE api_key SET left_by = created_by
  WHERE created_by_id IS NULL AND revoked_at IS NULL AND created_by LIKE '%@%';
