#!/bin/sh
# The image of Postgres runs it once, on an empty volume: creates the role that migrations, web processes and workers use, which owns its
# database and nothing else. The superuser is left without a password, so that it can't be used over the network.
set -e
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE till LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE till OWNER till;
REVOKE CONNECT ON DATABASE till FROM PUBLIC;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
