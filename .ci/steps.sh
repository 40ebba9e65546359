# Shared functions. Every script in this folder sources this file.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v cargo >/dev/null || PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

heading() {
    printf '\n== %s\n' "$*"
}

TIMEFORMAT='-- %R s, %U + %S s of processor time'
# Prints a heading, runs a command and prints its times.
step() {
    heading "$@"
    time "$@"
}

# Each target is built once, so incremental files would be wasted.
export CARGO_INCREMENTAL=0

# Some checks need more data than the repository contains. The default folder is ../shared/data.
if [[ -z "${DESTRIER_DATA-}" && -d ../shared/data ]]; then
    DESTRIER_DATA="$(cd ../shared/data && pwd)"
    export DESTRIER_DATA
fi

# Installs Debian packages for missing commands, if running as root. Each argument is `package` or `command:package`.
install_missing() {
    local missing=() wanted
    for wanted in "$@"; do
        command -v "${wanted%%:*}" >/dev/null || missing+=("${wanted#*:}")
    done
    python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    if ((${#missing[@]})) && [[ $EUID == 0 ]] && command -v apt-get >/dev/null; then
        step apt-get update -q
        step apt-get install -q -y --no-install-recommends "${missing[@]}"
    fi
}
