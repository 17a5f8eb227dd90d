#!/bin/sh
# Updates the service, or takes it back, while it sells: sh deploy/update.sh [VERSION]. With Compose
# in the clone, with systemd as root.
#   VERSION    a revision of git, a release or an image. (Default: what the clone has.)
#   --check    says what would happen, and changes nothing.
#   --nightly  lets systemd make a backup each night, and restore one a week to see that it can be.
#   --backup   makes such a backup now.
# Exit code 0: done. 1: a step failed, and the release from before serves. 2: that does not come up.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd -P)
link=${RELEASES:-/opt/hosted-checkout}               # with -VERSION behind it: the folder of a release
settings=${SETTINGS_FOLDER:-/etc/hosted-checkout}
additions=${UNITS_FOLDER:-/run/systemd/system}
patience=${PATIENCE:-90}                             # seconds that a process may take to start
trial=hosted-checkout-trial
from='' to='' step='' replaced='' port=''

say() { printf '%s\n' "$*"; }
begin() { step=$*; say "== $step"; }
has_compose() { [ -e "$here/.env" ] && [ -e "$here/compose.yaml" ]; }

# Both ways to run the service have each of these.
use_compose() {
  cd "$here"
  backups=${BACKUPS:-$here/backups} keys=$here/backup-key
  current() { docker inspect --format '{{.Config.Image}}' "$(docker compose ps --quiet service-1)" | sed 's/.*://'; }
  # In a folder for the owner of the backups, who may be another than the image's.
  program() {
    service=$1 name=$2 && shift 2
    VERSION=$version docker compose run --rm --no-deps -T --user "$(stat -c %u:%g "$backups")" \
      --volume "$backups:/backups" --volume "$keys:/key" "$service" "dist/service/$name.js" "$@"
  }
  as_service() { program service-1 "$@"; }
  as_owner() { program migrate "$@"; }
  in_backups() { say "/backups/$1"; }
  identity() { say /key/backup-identity; }
  image() { say "$(sed -n 's/^IMAGE=//p' .env | grep . || say hosted-checkout):$1"; }
  is_there() { docker image inspect "$(image "$1")" > /dev/null 2>&1; }
  get() {
    if grep -q '^IMAGE=.' .env; then docker pull "$(image "$1")"; else
      sources "$1" && docker build --tag "$(image "$1")" --file "$tree/Containerfile" "$tree"
    fi
  }
  bring_schema() { VERSION=$to docker compose run --rm -T migrate; }
  start_trial() {
    port=0
    docker rm --force $trial > /dev/null 2>&1 || :
    VERSION=$to docker compose run --detach --no-deps --name $trial --publish 127.0.0.1::4242 service-1 > /dev/null
    port=$(docker port $trial 4242 | sed 's/.*://;q')
  }
  is_trial_up() { [ "$(docker inspect --format '{{.State.Running}}' $trial)" = true ]; }
  end_trial() { docker stop --time 25 $trial > /dev/null && docker rm $trial > /dev/null; }
  show_trial() { docker logs --tail 5 $trial; }
  processes() { say service-1 service-2; }
  choose() {
    { grep -v '^VERSION=' .env; say "VERSION=$1"; } > .env.new
    chmod 600 .env.new && mv .env.new .env
    version=$1
  }
  replace() { VERSION=$version docker compose up --detach --no-deps --wait --wait-timeout "$patience" "$1"; }
  sell() { VIA=$1 sh "$here/deploy/test-order.sh"; }
}

use_systemd() {
  backups=${BACKUPS:-/var/backups/hosted-checkout}
  keys=$settings
  current() { current=$(readlink "$link") && say "${current#"$link-"}"; }
  as_service() { sh "$link-$version/deploy/operate.sh" "$@"; }
  as_owner() { DATABASE_URL=$(cat "$settings/owner-database-url") sh "$link-$version/deploy/operate.sh" "$@"; }
  in_backups() { say "$backups/$1"; }
  identity() { say "$settings/backup-identity"; }
  is_there() { [ -e "$link-$1/dist/service/main.js" ] && [ -e "$link-$1/node_modules" ]; }
  get() {
    sources "$1"
    (cd "$tree" && npm ci && npm run build) || return
    rm -rf "$link-$1" && mkdir "$link-$1"
    cp -r "$tree/dist" "$tree/deploy" "$tree/docs" "$tree/package.json" "$tree/package-lock.json" "$tree/.npmrc" "$link-$1"
    cp -r "$tree/node_modules/@napi-rs" "$tree/napi"
    # Last of all its packages, by which a release is seen to be whole.
    (cd "$link-$1" && npm ci --omit=dev --omit=optional && cp -r "$tree"/napi/image-linux-* node_modules/@napi-rs)
  }
  # The unit as it is, in another release, until there is a new one by its link.
  aim() {
    mkdir -p "$additions/$1.service.d"
    printf '[Service]\nWorkingDirectory=%s\n%s\n' "$link-$to" "$2" > "$additions/$1.service.d/update.conf"
    systemctl daemon-reload
  }
  unaim() { rm -rf "$additions/$1.service.d/update.conf" && systemctl daemon-reload; }
  bring_schema() {
    aim hosted-checkout-migrate ''
    code=0 && systemctl start hosted-checkout-migrate || code=$?
    unaim hosted-checkout-migrate
    return $code
  }
  start_trial() {
    port=4289 refused=0
    while [ $refused -ne 7 ]; do
      port=$((port + 1)) refused=0
      curl -s -o /dev/null "http://127.0.0.1:$port/livez" || refused=$?
    done
    aim "hosted-checkout@$port" Restart=no
    systemctl start "hosted-checkout@$port"
  }
  is_trial_up() { systemctl is-active --quiet "hosted-checkout@$port"; }
  end_trial() { systemctl stop "hosted-checkout@$port" && unaim "hosted-checkout@$port"; }
  show_trial() { journalctl --unit "hosted-checkout@$port" --lines 5 --output cat; }
  processes() { systemctl list-units --plain --no-legend 'hosted-checkout@*' | sed 's/^\(hosted-checkout@[0-9]*\)\.service.*/\1/'; }
  choose() { ln -sfn "$link-$1" "$link" && version=$1; }
  replace() {
    systemctl restart "$1"
    until_ready "${1#*@}" : || { say "$1 is not ready after $patience s." >&2; return 1; }
  }
  host() { sed -n "s|^$1=\"\{0,1\}https://\([^/\"]*\).*|\1|p" "$settings/settings"; }
  sell() {
    token=$(cat "$settings/platform-token")
    VIA=$1 API_HOST=$(host BASE_URL) CHECKOUT_HOST=$(host CHECKOUT_URL) CARDS_HOST=$(host PAYMENT_FRAME_URL) \
      PLATFORM_TOKEN=${token%%,*} sh "$here/deploy/test-order.sh"
  }
}

# sources VERSION: the revision in a folder of its own, without what is changed or secret in the clone.
sources() {
  git -C "$here" rev-parse --verify --quiet "$1^{commit}" > /dev/null ||
    { say "There is no $1, and $here is no clone that has it." >&2; return 1; }
  tree=$(mktemp -d)
  git -C "$here" archive "$1" | tar -x -C "$tree"
}

# until_ready PORT CHECK: until the process takes orders, or CHECK says that it has ended.
until_ready() {
  tries=0
  until curl -fs --max-time 5 -o /dev/null "http://127.0.0.1:$1/readyz"; do
    tries=$((tries + 1))
    [ $tries -lt "$patience" ] && $2 && sleep 1 || return
  done
}

# The findings are for you to read. Settings that cannot be read end the update.
examine() {
  code=0 && as_service doctor || code=$?
  [ $code -lt 2 ]
}

make_folders() { for each in "$backups" "$keys"; do [ -d "$each" ] || mkdir -p -m 700 "$each"; done; }

make_backup() {
  make_folders
  as_service backup --to "$(in_backups .)" --keep "${KEEP:-14}" --identity "$(identity)"
}

verify_backup() {
  [ -z "$(find "$backups/verified" -mtime -7 2> /dev/null)" ] || return 0
  newest=$(cd "$backups" && ls | grep '^hosted-checkout-.*\.backup$' | tail -n 1)
  # 1: it is restored, and differs from the provider's books by what came after it.
  code=0 && as_owner restore --from "$(in_backups "$newest")" --identity "$(identity)" --scratch --verify || code=$?
  [ $code -lt 2 ]
  say "$newest" > "$backups/verified"
}

install_timer() {
  units=${TIMER_FOLDER:-/etc/systemd/system}
  script=$here/deploy/update.sh
  has_compose || script=$link/deploy/update.sh
  printf '[Unit]\nDescription=Hosted Checkout, a backup that is restored once a week\n\n[Service]\nType=oneshot\nExecStart=/bin/sh %s --backup\n' \
    "$script" > "$units/hosted-checkout-backup.service"
  printf '[Unit]\nDescription=Hosted Checkout, each night\n\n[Timer]\nOnCalendar=*-*-* 03:17\nRandomizedDelaySec=30m\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n' \
    > "$units/hosted-checkout-backup.timer"
  systemctl daemon-reload
  systemctl enable --now hosted-checkout-backup.timer
  say "A backup is made each night, into $backups. What it is encrypted for is in $keys: keep a copy elsewhere."
}

say_plan() {
  say "From $from to $to:"
  say '* the doctor looks at what runs'
  say "* an encrypted backup into $backups, of which ${KEEP:-14} stay"
  if is_there "$to"; then say "* $to is there already"; else say "* $to is built or pulled"; fi
  say '* its migrations run'
  say '* one process of it starts with the settings, beside the others, and sells a test order'
  say "* one after the other is replaced: $(processes | tr '\n' ' ')"
  say '* the doctor, and a test order through the proxy'
  say "Where a step fails, $from serves in the end. The schema stays as it is then."
}

finish() {
  code=$?
  trap - EXIT INT TERM HUP
  [ -z "$port" ] || { show_trial || :; end_trial || :; } >&2
  [ -z "${tree:-}" ] || rm -rf "$tree"
  if [ $code -ne 0 ] && [ -n "$step" ]; then
    say "Failed: $step." >&2
    code=1
    [ -z "$replaced" ] || choose "$from"
    for each in $replaced; do replace "$each" >&2 || { code=2; break; }; done
    if [ $code -eq 2 ]; then say "And $from does not come up again: look at its log." >&2; else say "$from serves." >&2; fi
  fi
  exit $code
}

update() {
  make_folders
  # Held until this ends, however it ends.
  exec 9> "$keys/update.lock"
  flock --nonblock 9 || { say 'Another update is running.' >&2; exit 1; }
  begin 'doctor'
  examine
  begin 'backup'
  make_backup
  begin 'build or pull'
  is_there "$to" || get "$to"
  begin 'migrate'
  bring_schema
  begin 'try it with the settings'
  start_trial
  until_ready "$port" is_trial_up
  begin 'sell a test order in the trial'
  sell "127.0.0.1:$port"
  end_trial && port=''
  for each in $(processes); do
    begin "replace $each"
    # Back in the other order: the one that is down comes up before another one is stopped.
    replaced="$each $replaced"
    choose "$to"
    replace "$each"
  done
  begin 'doctor of the new release'
  examine
  begin 'test order'
  sell ''
  step=''
  say "Updated from $from to $to. To go back: sh deploy/update.sh $from"
}

main() {
  wish=update
  for each in "$@"; do
    case $each in
      --check | --nightly | --backup) wish=${each#--} ;;
      -*) say "There is no $each: sh deploy/update.sh [VERSION] [--check | --nightly | --backup]" >&2; exit 1 ;;
      *[!A-Za-z0-9._-]* | '') say "No version has the name $each" >&2; exit 1 ;;
      *) to=$each ;;
    esac
  done
  if has_compose; then use_compose; else use_systemd; fi
  from=$(current) version=$from
  trap finish EXIT
  trap 'exit 1' INT TERM HUP
  case $wish in
    backup)
      begin 'backup'
      make_backup
      begin 'restore of the backup'
      verify_backup
      step='' ;;
    nightly) install_timer ;;
    *)
      [ -n "$to" ] || to=$(git -C "$here" rev-parse --short HEAD)
      if [ $wish = check ]; then say_plan; else update; fi ;;
  esac
}

# In one line: the file may be another one when this ends.
main "$@"; exit
