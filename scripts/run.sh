# run.sh [FLAG…] PROGRAM [ARGUMENT…]: installs what is missing, then becomes that program on the
# lockfile's Node, which gets the signals and gives the exit code. Without a program it only installs
# and builds. A `pre…` script would not do: npm skips those under ignore-scripts=true.

# On the Node that npm runs on, because the one in node_modules may be the very one that is missing.
# In a subshell, because a shell remembers where it found node.
(exec "${npm_node_execpath:-node}" scripts/setup.mjs) || exit
[ $# -eq 0 ] || exec node "$@"
