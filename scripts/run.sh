# run.sh [FLAG…] PROGRAM [ARGUMENT…]: puts in place what is missing, then becomes that program on the
# Node of the lockfile: signals reach it, and its exit code is ours. npm would skip `pre…` scripts
# under ignore-scripts=true.

# In a subshell: a shell remembers where it found node, and the set-up may bring another one.
(exec node scripts/setup.mjs) || exit
exec node "$@"
