-- Waits until the transactions have ended that still run the trigger of before the previous migration. The lock is released at once.
SET LOCAL lock_timeout = '5s';
LOCK TABLE payment_stat_delta IN SHARE ROW EXCLUSIVE MODE;
