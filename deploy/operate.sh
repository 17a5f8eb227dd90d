#!/bin/sh
# Runs one of the operator's programs with the settings of the units, as root:
# sh deploy/operate.sh doctor. A DATABASE_URL of yours goes before that of the service.
set -eu
program=$1
shift
here=$(cd "$(dirname "$0")/.." && pwd)
settings=${SETTINGS_FOLDER:-/etc/hosted-checkout}
set -a
. "$settings/settings"
NODE_ENV=production MIGRATE=never
[ -n "${DATABASE_URL:-}" ] || DATABASE_URL_FILE=$settings/database-url
REDIS_URL_FILE=$settings/redis-url
PLATFORM_TOKEN_FILE=$settings/platform-token
TOKEN_SIGNING_KEY_FILE=$settings/token-signing-key
exec node "$here/dist/service/$program.js" "$@"
