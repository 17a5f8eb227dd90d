# run.sh [FLAG…] PROGRAM [ARGUMENT…]: installs what is missing, then becomes that program on the
# lockfile's Node, which gets the signals and gives the exit code. A `pre…` script would not do: npm
# skips those under ignore-scripts=true.

# In a subshell, because a shell remembers where it found node, and the set-up may install another one.
(exec node scripts/setup.mjs) || exit
exec node "$@"
