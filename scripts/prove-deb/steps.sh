# The steps on the empty machine, with checks after each one. Sourced by prove-deb.sh.
# shellcheck shell=bash

package=$(echo target/deb/*.deb)
root=$work/root
settings=/etc/agency-server/settings
site=http://127.0.0.1:8000
: >"$work/steps.log"

# must TITLE COMMAND…: fails unless the command succeeds.
must() {
  local what=$1
  shift
  "$@" >>"$work/steps.log" 2>&1 || {
    tail -n 20 "$work/steps.log" >&2
    die "Not so: $what (see $work/steps.log)."
  }
  note "$what"
}
answers() { [[ "$(inside curl --silent --output /dev/null --write-out '%{http_code}' "${@:2}")" == "$1" ]]; }
until_ready() { inside curl --silent --fail --retry 60 --retry-all-errors --retry-delay 1 --max-time 5 "$site/readyz"; }
psql() { inside env --chdir=/ runuser -u postgres -- psql -XAtc "$1" "${2:-agency}"; }
rows() { [[ "$(psql "SELECT count(*) FROM consultations")" == "$1" ]]; }
is_roots_alone() { [[ "$(inside stat --format=%U:%a "$settings")" == root:600 ]]; }
mail_is() { [[ "$(psql "SELECT string_agg(state, ' ') FROM deliveries")" == "$1" ]]; }
send() {
  answers 201 --header 'content-type: application/json' "$site/api/consultations/create/" --data \
    '{"message":"We run a ferry and need a booking site.","full_name":"Ada Lovelace","email":"ada@mail.example"}'
}
# Counts the journal's lines since the mark that contain a text.
mark() { since=$(inside date +%s.%N); }
said() { inside journalctl --unit agency-server --output cat --since "@$since"; }
said_once() { [[ "$(said | grep -cF -- "$1")" == 1 ]]; }
# set_to NAME VALUE: edits a setting.
set_to() { inside sed -i "s|^#*$1=.*|$1=$2|" "$settings"; }
waits_for() { until "$@"; do sleep 0.2; done; }

make_base "$work/base.tar"
boot "$work/base.tar" "$root"
cp "$package" "$root/root/"

step "Without a database"
installed=$(inside apt-get install --yes --no-install-recommends "./$(basename "$package")" 2>&1) || die "$installed"
echo "$installed" >>"$work/steps.log"
must "the installation reports what is missing" grep -q 'start Postgres, or correct its address in DATABASE_URL' \
  <<<"$installed"
mark
inside systemctl start agency-server
must "pages are served without it" answers 200 "$site/"
must "/readyz reports that it is unavailable" answers 503 "$site/readyz"
waits_for said_once 'start Postgres, or correct its address in DATABASE_URL'
must "the journal says what to do exactly once" said_once 'start Postgres, or correct its address in DATABASE_URL'
inside apt-get purge --yes agency-server >>"$work/steps.log" 2>&1
must "nothing of it is left" inside bash -c '! ls -d /etc/agency-server /usr/lib/agency-server /usr/share/agency-server'

step "Two commands next to Debian's Postgres"
began=$(date +%s%N)
follow 1
until_ready >/dev/null
must "the first page is there" answers 200 "$site/"
# The tests' binary has more of its libraries' features than this one.
must "an error of a page is reported" answers 204 --header 'content-type: application/json' \
  "$site/api/client-errors" --data '{"message":"x is undefined"}'
took=$((($(date +%s%N) - began) / 1000000))
must "within a minute: $took ms" test "$took" -lt 60000
must "the first admin's password was printed" grep -q '^password: ' "$work/steps.log"
must "a form is taken" send
must "its database has the encoding UTF8, whatever the cluster's is" test "$(psql 'SHOW server_encoding')" = UTF8

step "What the server may do"
inside systemd-analyze security --no-pager agency-server | tail -n 1 | sed 's/^/    /'
exposure=$(inside systemd-analyze security --no-pager agency-server |
  sed -n 's/.*Overall exposure level.*: \([0-9.]*\).*/\1/p')
must "systemd rates it at 2.0 or better" awk -v level="$exposure" 'BEGIN { exit !(level != "" && level <= 2.0) }'
pid=$(inside systemctl show --property=MainPID --value agency-server)
status=$(inside cat "/proc/$pid/status")
must "no capability, no way to gain one, and a filter of system calls" \
  bash -c 'grep -q "^CapBnd:.0000000000000000$" <<<"$1" && grep -q "^NoNewPrivs:.1$" <<<"$1" && grep -q "^Seccomp:.2$" <<<"$1"' - "$status"
must "an account that is only there while it runs" inside bash -c 'getent passwd agency && ! grep agency /etc/passwd'
must "the secret is not in its environment" inside bash -c "! tr '\0' '\n' <'/proc/$pid/environ' | grep TOKEN_SECRET="

step "Failed starts"
inside systemctl stop agency-server
inside systemd-run --quiet --unit=squatter systemd-socket-activate --listen=127.0.0.1:8000 sleep infinity
waits_for inside bash -c 'grep -q 0100007F:1F40 /proc/net/tcp'
mark
must "a start fails if the port is in use" \
  bash -c "! $(declare -f inside); leader=$leader; ! inside systemctl start agency-server"
must "and the journal gives the reason exactly once" said_once \
  'is already in use. Stop the program that listens there, or choose another port'
inside systemctl stop squatter
psql "CREATE DATABASE shop TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'" postgres >/dev/null
psql 'CREATE TABLE invoices (id int); ALTER TABLE invoices OWNER TO agency; GRANT ALL ON SCHEMA public TO agency' \
  shop >/dev/null
for wrong in 'shop|holds the tables of another program' 'nowhere|create the database with `createdb --template=template0 --encoding=UTF8'; do
  set_to DATABASE_URL "postgresql:///${wrong%%|*}?host=/run/postgresql\\&user=agency"
  mark
  inside systemctl restart agency-server
  waits_for said_once "${wrong#*|}"
  must "a wrong database is logged once: ${wrong#*|}" said_once "${wrong#*|}"
  must "and is not ready" answers 503 "$site/readyz"
done
must "nothing was written into it" \
  test "$(psql "SELECT string_agg(tablename, ' ') FROM pg_tables WHERE schemaname = 'public'" shop)" = invoices
set_to DATABASE_URL 'postgresql:///agency?host=/run/postgresql\&user=agency'
psql "INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000000')" >/dev/null
mark
inside systemctl restart agency-server
waits_for said_once 'install the release that migrated it'
must "a schema that is too new is logged once" said_once 'install the release that migrated it'
psql "DELETE FROM __diesel_schema_migrations WHERE version = '99991231000000'" >/dev/null
must "and all is well once it is mended" until_ready

step "TLS"
follow 2
# No certificate authority can reach this machine.
inside sed -i '/reverse_proxy/i tls internal' /etc/caddy/Caddyfile
inside systemctl reload-or-restart caddy
authority=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
waits_for inside test -s "$authority"
must "the site is served over TLS" \
  inside curl --silent --fail --retry 30 --retry-all-errors --retry-delay 1 --cacert "$authority" \
    https://www.example.com/
must "and only so, by its server's log" \
  bash -c "$(declare -f inside); leader=$leader; inside curl --silent --head --cacert $authority https://www.example.com/ | grep -qi ^strict-transport-security"

step "Mail"
# A certificate that this machine trusts, and a name that only its name server resolves.
inside openssl req -x509 -newkey rsa:2048 -noenc -days 2 -keyout /root/mail.key \
  -out /usr/local/share/ca-certificates/mail.crt \
  -subj /CN=mail.example.com -addext subjectAltName=DNS:mail.example.com -addext basicConstraints=critical,CA:FALSE \
  >>"$work/steps.log" 2>&1
inside update-ca-certificates >>"$work/steps.log" 2>&1
inside bash -c 'echo nameserver 127.0.0.1 >/etc/resolv.conf'
taken=$work/mails
rm -f "$taken"
# shellcheck disable=SC2016
start bash -c 'exec "$@" >"$0" 2>&1' "$work/mail.log" nsenter --target "$leader" --net /usr/bin/python3 \
  scripts/prove-deb/mail.py \
  "$root/usr/local/share/ca-certificates/mail.crt" "$root/root/mail.key" "$taken"
waits_for test -e "$taken"
has_taken() {
  grep -qxF "{\"subject\": \"$1\", \"to\": [\"ada@example.com\"], \"from\": \"site@example.com\", \"user\": \"site@example.com\", \"tls\": true}" "$taken"
}
follow 3
must "the command reports a sent mail" grep -qx 'sent to ada@example.com' "$work/steps.log"
must "and the mail server has it" has_taken 'Test mail'
until_ready >/dev/null
must "a form is taken" send
waits_for has_taken 'Consultation from Ada Lovelace'
must "the confined service sends its mail" has_taken 'Consultation from Ada Lovelace'
waits_for mail_is sent
must "the settings are root's alone" is_roots_alone

step "Backup and restore"
follow 4
must "another form is taken" send
must "it is there" rows 3
follow 5
until_ready >/dev/null
must "after the restore, what there was is there" rows 2
must "and forms are taken again" send

step "Requests of a person"
# systemd must not replace the braces, or this would be the address of the forms.
psql "UPDATE submissions SET email = 'ada\${x}@mail.example', email_key = 'ada\${x}@mail.example' WHERE id = (SELECT max(id) FROM submissions)" \
  >/dev/null
mark
must "the records of an address are written to a file" \
  inside sh -c "umask 077; agency-server export-person 'ada\${x}@mail.example' --to - >/root/person.zip"
must "for root alone" test "$(inside stat --format=%U:%a /root/person.zip)" = root:600
must "with one record" grep -qx 'submissions: 1' "$work/steps.log"
must "the command does not write a file that nobody finds" \
  bash -c "$(declare -f inside); leader=$leader; ! inside agency-server export-person ada@mail.example --to /tmp/person.zip"
must "an address is forgotten to the letter" inside agency-server forget 'ada${x}@mail.example'
must "and no other" rows 2
must "the journal does not contain it" \
  bash -c "$(declare -f inside); leader=$leader; ! inside journalctl --output cat --since '@$since' | grep -F '@mail.example'"

step "An upgrade"
version=$(dpkg-deb --field "$package" Version)
rm -rf "$work/next"
dpkg-deb --raw-extract "$package" "$work/next"
sed -i "s/^Version: .*/Version: ${version%-*}+next-1/" "$work/next/DEBIAN/control"
dpkg-deb --root-owner-group --build "$work/next" "$root/root/next.deb" >>"$work/steps.log"
# As an earlier release left it.
inside chmod 644 "$settings"
former=$(inside systemctl show --property=MainPID --value agency-server)
must "the next version is installed" inside apt-get install --yes ./next.deb
until_ready >/dev/null
must "and runs" bash -c "$(declare -f inside); leader=$leader; [[ \$(inside systemctl show --property=MainPID --value agency-server) != $former ]]"
must "the settings that were changed stayed" inside grep -q '^PUBLIC_URL=https://www.example.com$' "$settings"
must "and are root's alone" is_roots_alone
must "and so did what is stored" rows 2

step "Removal"
must "it is removed" inside apt-get remove --yes agency-server
must "nothing runs" answers 000 "$site/"
must "settings and secret are left" inside test -s "$settings" -a -s /etc/agency-server/token-secret
must "it is purged" inside apt-get purge --yes agency-server
must "settings and secret are gone" inside test ! -e /etc/agency-server
must "what is stored is left" rows 2
inside systemctl poweroff || true
wait "$machine" || true
step "The package: built, installed, upgraded and removed"
