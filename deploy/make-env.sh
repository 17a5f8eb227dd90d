#!/bin/sh
# Writes .env from .env.example, and each secret into a file of its own in secrets. What is there
# stays, so this may run again. Secrets that are in .env, as older ones have them, become files.
set -eu
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
# The folder keeps everybody else out. Its files can be read by all: a container sees them with their
# modes of here, and its user has another number.
chmod 700 secrets

# keep FILE VALUE: writes it, whole or not at all, unless there is one.
keep() {
  [ -s "secrets/$1" ] || { printf '%s\n' "$2" > secrets/.new && mv secrets/.new "secrets/$1"; }
}

from=.env.example
[ ! -e .env ] || from=.env
while IFS= read -r line || [ -n "$line" ]; do
  name=${line%%=*} value=${line#*=}
  file=$(printf %s "$name" | tr A-Z_ a-z-)
  case $line in
    PLATFORM_TOKEN=* | TOKEN_SIGNING_KEY=* | OWNER_PASSWORD=* | SERVICE_PASSWORD=* | REDIS_PASSWORD=*) line= ;;
    STRIPE_SECRET_KEY=* | STRIPE_WEBHOOK_SECRET=* | SMTP_URL=*) line=${value:+${name}_FILE=/run/secrets/$file} ;;
    *) printf '%s\n' "$line" && continue ;;
  esac
  [ -n "$value" ] || continue
  case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
  keep "$file" "$value"
  [ "$(cat "secrets/$file")" = "$value" ] ||
    { echo "$name is in .env, and another one in secrets/$file: remove one of them." >&2; exit 1; }
  [ -z "$line" ] || printf '%s\n' "$line"
done < "$from" > .env.new
mv .env.new .env

for file in platform-token token-signing-key owner-password service-password redis-password; do
  keep $file "$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
done
keep owner-database-url "postgres://owner:$(cat secrets/owner-password)@postgres/checkout"
keep database-url "postgres://service:$(cat secrets/service-password)@postgres/checkout"
keep redis-url "redis://:$(cat secrets/redis-password)@redis"
# For you to fill. Compose starts nothing without the files that it names.
for file in stripe-secret-key stripe-webhook-secret smtp-url; do : >> secrets/$file; done
chmod 644 secrets/*
echo '.env and secrets are written. Only you can read them.'
