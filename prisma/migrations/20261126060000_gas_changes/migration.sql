-- A worker ends sixteen transactions in one statement. What that changes of the gas of their partners' days becomes one delta for each
-- app and chain instead of one for each row. A confirm inserts one row, whose delta a trigger of that row still writes.
SET LOCAL lock_timeout = '5s';

CREATE FUNCTION add_gas_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT true FROM after LIMIT 1) IS NULL THEN RETURN NULL; END IF;
  INSERT INTO gas_delta (partner_id, app_id, day, chain_id, wei)
    SELECT partner_id, app_id, day, chain_id, sum(wei)
    FROM (SELECT partner_id, app_id, day, chain_id, wei FROM after
      UNION ALL SELECT partner_id, app_id, day, chain_id, -wei FROM before) change
    GROUP BY partner_id, app_id, day, chain_id HAVING sum(wei) <> 0;
  RETURN NULL;
END $$;

DROP TRIGGER gas_charge_counted ON gas_charge;
CREATE TRIGGER gas_charge_counted AFTER INSERT ON gas_charge FOR EACH ROW EXECUTE FUNCTION add_gas_delta();
CREATE TRIGGER gas_charge_changed AFTER UPDATE ON gas_charge REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION add_gas_changes();
