-- The relay can send what lies at a deposit address to its recipient. A value of an enum can be used once it is committed.
ALTER TYPE relay_kind ADD VALUE 'sweep';
