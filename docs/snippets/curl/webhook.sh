# Needs openssl. The body is what came, byte for byte; the headers stand in the environment.
body=$(cat; printf x) && body=${body%x}
key=$(printf '%s' "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
expected=v1,$(printf '%s' "$HTTP_WEBHOOK_ID.$HTTP_WEBHOOK_TIMESTAMP.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)

case $HTTP_WEBHOOK_TIMESTAMP in '' | 0* | *[!0-9]*) echo "no timestamp" >&2; exit 1 ;; esac
age=$(($(date +%s) - HTTP_WEBHOOK_TIMESTAMP))
[ "${age#-}" -le 300 ] || { echo "too old" >&2; exit 1; }
case " $HTTP_WEBHOOK_SIGNATURE " in
  *" $expected "*) printf 'verified: %s\n' "$body" ;;
  *) echo "wrong signature" >&2; exit 1 ;;
esac
