# Parses the database URL for Postgres' own programs. Source it after settings.sh.
# shellcheck shell=bash

# set_address: sets $address to the URL as these programs understand it, without its password, and moves the password to the
# environment, because other users can read the arguments of a program.
set_address() {
  local password='' before_host='^(postgres(ql)?://[^:@/?]*):([^@/?]*)@(.*)$' as_parameter='^([^?]*\?(.*&)?)password=([^&]*)&?(.*)$'
  # Parameters that they do not know, or know in another unit.
  address=$(sed -E ':next; s/([?&])(keepalives_retries|tcp_user_timeout|load_balance_hosts)=[^&]*(&|$)/\1/; t next' <<<"$DATABASE_URL")
  if [[ "$address" =~ $before_host ]]; then
    password=${BASH_REMATCH[3]} address="${BASH_REMATCH[1]}@${BASH_REMATCH[4]}"
  elif [[ "$address" =~ $as_parameter ]]; then
    password=${BASH_REMATCH[3]} address=${BASH_REMATCH[1]}${BASH_REMATCH[4]}
  fi
  address=${address%[?&]}
  [[ -n "$password" ]] || return 0
  password=${password//\\/\\\\}
  printf -v password '%b' "${password//%/\\x}"
  export PGPASSWORD=$password
}
