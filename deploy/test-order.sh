#!/bin/sh
# Sells one thing for a test card, as a merchant's server and a buyer's browser do, and prints the
# order's number. Takes the names and the token from its environment, or from .env and
# secrets/platform-token. VIA=127.0.0.1:4242 asks that process, with no proxy before it. In the end the
# buyer's data are erased and the store is closed.
set -eu
cd "$(dirname "$0")/.."
setting() { printenv "$1" || sed -n "s/^$1=//p" .env; }
api=https://$(setting API_HOST) pay=https://$(setting CHECKOUT_HOST) cards=https://$(setting CARDS_HOST)
platform="Authorization: Bearer $(printenv PLATFORM_TOKEN || cat secrets/platform-token)"
via=${VIA:-}
at() { if [ -n "$via" ]; then echo "http${1#https}"; else echo "$1"; fi; }
ask() { curl ${via:+--connect-to "::$via" -H 'X-Forwarded-Proto: https'} "$@"; }
ask -s --retry 90 --retry-delay 1 --retry-all-errors --fail -o /dev/null "$(at "$api/readyz")" ||
  { ask -sS "$(at "$api/readyz")" >&2; exit 1; }

# send METHOD ADDRESS BODY [HEADER…]
send() {
  method=$1 address=$(at "$2") body=$3
  shift 3
  # Keys and tokens are read from the input: everybody sees the arguments of a program.
  printf '%s\n' "$@" |
    ask -sS --fail-with-body -X "$method" "$address" -H 'Content-Type: application/json' -H @- -d "$body" ||
    { echo >&2; echo "refused: $method $address" >&2; exit 1; }
}
# field NAME: its text in the JSON that is read.
field() { sed -n "s/.*\"$1\":\"\\([^\"]*\\)\".*/\\1/p"; }

remove() {
  code=$?
  trap - EXIT
  send POST "$api/platform/v1/stores/$id/buyers/erase" '{"phone": "+34600123456"}' "$platform" > /dev/null
  send POST "$api/platform/v1/stores/$id/close" '{}' "$platform" > /dev/null
  exit $code
}
store=$(send POST "$api/platform/v1/stores" '{"name": "Test order", "plan": "pro", "currency": "EUR", "test": true}' "$platform")
key="Authorization: Bearer $(echo "$store" | field secret)"
id=$(echo "$store" | sed 's/^{"id":"\([^"]*\)".*/\1/')
trap remove EXIT
send PUT "$api/platform/v1/stores/$id/products/mug" '{"name": "Mug", "price": 1200, "variants": [{"stock": 1}]}' "$platform" > /dev/null
session=$(send POST "$api/v1/checkout/sessions" '{"items": [{"product": "mug"}]}' "$key")
page=$(echo "$session" | field url)
token=$(send POST "$page/token" '{}' "Origin: $pay" | field token)
card=$(send POST "$cards/payment-frame/test-payment-methods" '{"number": "4242424242424242", "expMonth": 12, "expYear": 2040, "cvc": "123"}' "Origin: $cards" | field paymentMethod)
paid=$(send POST "$page/pay" '{"customer": {"name": "A Buyer", "phone": "+34 600 123 456"}, "fulfillment": {"method": "DELIVERY", "option": "standard", "details": "Calle Mayor 1"}, "paymentMethod": "'"$card"'"}' "Origin: $pay" "Authorization: Bearer $token")
echo "Paid: $(echo "$paid" | field orderNumber)"
