-- Collects what was sent to a deposit address. In a migration of its own, because a transaction can't use a
-- value of an enum that it has added.
ALTER TYPE relay_kind ADD VALUE 'deposit';
