-- New writers wait for this transaction only as long as it takes to count: payments are not touched.
SET LOCAL lock_timeout = '5s';

-- CreateEnum
CREATE TYPE "counted_record" AS ENUM ('api_key', 'app', 'merchant', 'invitation', 'invitation_email', 'logo');

-- AlterTable
ALTER TABLE "partner" ADD COLUMN     "api_key_limit" INTEGER,
ADD COLUMN     "app_limit" INTEGER,
ADD COLUMN     "invitation_limit" INTEGER,
ADD COLUMN     "logo_limit" INTEGER,
ADD COLUMN     "merchant_limit" INTEGER;

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "emailed_on" DATE,
ADD COLUMN     "emails" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "logo" ADD COLUMN     "unused_since" TIMESTAMPTZ(3);

-- What a logo's hash and its checks are about stays as it is.
DROP TRIGGER logo_frozen ON logo;
CREATE TRIGGER logo_frozen BEFORE UPDATE OF sha256, media_type, bytes, width, height, created_at ON logo
  FOR EACH ROW EXECUTE FUNCTION append_only();

-- CreateTable
CREATE TABLE "partner_count" (
    "partner_id" TEXT NOT NULL,
    "kind" "counted_record" NOT NULL,
    "in_use" INTEGER NOT NULL DEFAULT 0,
    "day" DATE NOT NULL,
    "created_today" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "partner_count_pkey" PRIMARY KEY ("partner_id","kind")
);

-- AddForeignKey
ALTER TABLE "partner_count" ADD CONSTRAINT "partner_count_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partner"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A record counts until it is revoked, deleted or, as an invitation, accepted.
CREATE FUNCTION is_in_use(kept jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT kept ->> 'revoked_at' IS NULL AND kept ->> 'deleted_at' IS NULL AND kept ->> 'accepted_at' IS NULL
$$;

-- Adds to a partner's count of a kind, whose row then stays locked until the transaction ends: transactions that create records of
-- one kind at the same time see each other's. The day is UTC's.
CREATE FUNCTION add_to_count(owner text, of_kind counted_record, added_in_use integer, added_today integer) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO partner_count AS c (partner_id, kind, in_use, day, created_today)
  VALUES (owner, of_kind, added_in_use, (now() AT TIME ZONE 'UTC')::date, added_today)
  ON CONFLICT (partner_id, kind) DO UPDATE SET in_use = c.in_use + excluded.in_use,
    created_today = CASE WHEN c.day >= excluded.day THEN c.created_today ELSE 0 END + excluded.created_today,
    day = greatest(c.day, excluded.day)
$$;

-- Once for a statement, so that a bulk insert writes each count once. Apps that ship with the service belong to no partner.
CREATE FUNCTION count_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_count(partner_id, TG_ARGV[0]::counted_record, in_use, created) FROM (
    SELECT partner_id, count(*) FILTER (WHERE is_in_use(to_jsonb(a)))::int AS in_use, count(*)::int AS created
    FROM added a WHERE partner_id IS NOT NULL GROUP BY partner_id ORDER BY partner_id) n;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change integer := CASE WHEN TG_OP = 'UPDATE' THEN is_in_use(to_jsonb(NEW))::int ELSE 0 END - is_in_use(to_jsonb(OLD))::int;
BEGIN
  IF change <> 0 AND OLD.partner_id IS NOT NULL THEN
    PERFORM add_to_count(OLD.partner_id, TG_ARGV[0]::counted_record, change, 0);
  END IF;
  RETURN NULL;
END $$;

LOCK TABLE api_key, app, invitation, merchant IN SHARE ROW EXCLUSIVE MODE;

CREATE TRIGGER api_key_created_counted AFTER INSERT ON api_key REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('api_key');
CREATE TRIGGER api_key_changed_counted AFTER DELETE OR UPDATE OF revoked_at ON api_key
  FOR EACH ROW EXECUTE FUNCTION count_changed('api_key');
CREATE TRIGGER app_created_counted AFTER INSERT ON app REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('app');
CREATE TRIGGER app_changed_counted AFTER DELETE OR UPDATE OF revoked_at ON app
  FOR EACH ROW EXECUTE FUNCTION count_changed('app');
CREATE TRIGGER merchant_created_counted AFTER INSERT ON merchant REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('merchant');
CREATE TRIGGER merchant_changed_counted AFTER DELETE OR UPDATE OF deleted_at ON merchant
  FOR EACH ROW EXECUTE FUNCTION count_changed('merchant');
CREATE TRIGGER invitation_created_counted AFTER INSERT ON invitation REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_created('invitation');
CREATE TRIGGER invitation_changed_counted AFTER DELETE OR UPDATE OF accepted_at, revoked_at ON invitation
  FOR EACH ROW EXECUTE FUNCTION count_changed('invitation');

INSERT INTO partner_count (partner_id, kind, in_use, day)
SELECT partner_id, kind, count(*), (now() AT TIME ZONE 'UTC')::date FROM (
  SELECT partner_id, 'api_key'::counted_record AS kind FROM api_key WHERE revoked_at IS NULL
  UNION ALL SELECT partner_id, 'app' FROM app WHERE revoked_at IS NULL AND partner_id IS NOT NULL
  UNION ALL SELECT partner_id, 'merchant' FROM merchant WHERE deleted_at IS NULL
  UNION ALL SELECT partner_id, 'invitation' FROM invitation WHERE accepted_at IS NULL AND revoked_at IS NULL) n
GROUP BY partner_id, kind;
