-- Pages of a buyer's payments, whichever way the client spelled the account.
CREATE INDEX CONCURRENTLY payment_of_buyer ON payment (partner_id, lower(buyer_account), created_at, id)
  WHERE buyer_account IS NOT NULL;
