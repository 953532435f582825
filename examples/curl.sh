#!/bin/sh
# The questions as curl commands. MELDWISE_URL says where the service is.
set -eu
url=${MELDWISE_URL:-http://127.0.0.1:8000}

ask() {
    curl --silent --show-error --header 'Content-Type: application/json' "$url$1" --data "$2"
    echo
}

# A hand in one line.
curl --silent --show-error --get "$url/v1/melds" --data-urlencode 'hand=7H 8H 9H 2C' --data rules=gin-rummy
echo

ask /v1/melds '{"hand": "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD", "rules": "german-rummy"}'

# House rules stand in the request.
ask /v1/check '{"cards": "5D 6D JK", "rules": "loba", "options": {"meld.run.min": 3}}'

ask /v1/settle '{"rules": "tonk", "ending": {"kind": "knock", "player": 0}, "counts": [12, 12, 20, 31]}'

ask /v1/batch/melds '{"rules": "gin-rummy", "hands": ["7S 7H 7D 2C", "TS JS QS KD"]}'

position='{"rules": "gin-rummy", "phase": "play", "hand": "2S 3S 4S 7H 8H 9H TD TS TC 5D KH",
  "taken": {"card": "KH", "from": "stock"}, "discards": ["9D"]}'
ask /v1/knock "{\"position\": $position, \"samples\": 20, \"seed\": 1}"

# Better and better answers, as server-sent events.
curl --silent --show-error --no-buffer --header 'Content-Type: application/json' \
    "$url/v1/hint/stream" --data "{\"position\": $position, \"samples\": 20, \"seed\": 1}"
