# What the scripts of this folder have in common; each begins with `source`.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v cargo >/dev/null || PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

heading() {
    printf '\n== %s\n' "$*"
}

TIMEFORMAT='-- %R s'
# Runs a command under a heading, and says how long it took.
step() {
    heading "$@"
    time "$@"
}

# Each thing is built once, so nothing is kept for building it again.
export CARGO_INCREMENTAL=0

# The wider checks need more data than the repository holds: a folder named in the environment, or the shared one.
if [[ -z "${DESTRIER_DATA-}" && -d ../shared/data ]]; then
    DESTRIER_DATA="$(cd ../shared/data && pwd)"
    export DESTRIER_DATA
fi

# Installs Debian's packages for commands that are missing, where that is allowed: `package` or `command:package`.
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
