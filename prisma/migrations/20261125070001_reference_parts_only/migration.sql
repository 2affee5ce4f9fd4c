-- The index before had the letter case of the references. Searches use payment_by_reference_part, and compare the case afterwards.
DROP INDEX CONCURRENTLY payment_by_reference_gram;
