-- Searches use merchant_by_normal_part. Until they are replaced, processes of the previous version compare all of a partner's merchants.
DROP INDEX CONCURRENTLY merchant_by_part;
