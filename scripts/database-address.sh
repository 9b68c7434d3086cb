# Parses the database URL for Postgres' own programs. Source it after settings.sh.
# shellcheck shell=bash

# hide_password: sets $address to the URL without its password, and moves the password to the
# environment, because other users can read the arguments of a program.
hide_password() {
  local password
  address=$DATABASE_URL
  [[ "$address" =~ ^(postgres(ql)?://[^:@/?]*):([^@/?]*)@(.*)$ ]] || return 0
  password=${BASH_REMATCH[3]}
  address="${BASH_REMATCH[1]}@${BASH_REMATCH[4]}"
  printf -v password '%b' "${password//%/\\x}"
  export PGPASSWORD=$password
}
