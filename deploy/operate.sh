#!/bin/sh
# Runs one of the operator's programs with the settings of the units, as root:
# sh deploy/operate.sh doctor. A DATABASE_URL of yours goes before that of the service.
set -eu
program=$1
shift
here=$(cd "$(dirname "$0")/.." && pwd)
settings=${SETTINGS_FOLDER:-/etc/hosted-checkout}
# systemd takes what is behind = as it stands; a shell would run a part of it.
while read -r line || [ -n "$line" ]; do
  case $line in [A-Za-z_]*=*) ;; *) continue ;; esac
  value=${line#*=}
  case $value in \"*\" | \'*\') value=${value#?} value=${value%?} ;; esac
  export "${line%%=*}=$value"
done < "$settings/settings"
# Every other file is a secret; the owner's is for the migration, the key of backups for them.
for file in "$settings"/*; do
  case ${file##*/} in settings | owner-database-url | backup-identity | *[!a-z-]*) continue ;; esac
  export "$(printf %s "${file##*/}" | tr a-z- A-Z_)_FILE=$file"
done
[ -z "${DATABASE_URL:-}" ] || unset DATABASE_URL_FILE
export NODE_ENV=production MIGRATE=never
exec node "$here/dist/service/$program.js" "$@"
