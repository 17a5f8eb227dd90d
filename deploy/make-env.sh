#!/bin/sh
# Writes .env from .env.example, with new secrets where it has none. What an .env has stays, so this
# may run again.
set -eu
cd "$(dirname "$0")/.."
umask 077
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

from=.env.example
[ ! -e .env ] || from=.env
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    PLATFORM_TOKEN= | TOKEN_SIGNING_KEY= | *_PASSWORD=) line=$line$(secret) ;;
  esac
  printf '%s\n' "$line"
done < "$from" > .env.new
mv .env.new .env
echo '.env is written. Only you can read it.'
