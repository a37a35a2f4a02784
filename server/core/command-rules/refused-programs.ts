const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

// Each of these runs whatever its arguments or its input say.
const INTERPRETERS = words(`
  ash bash bun csh dash deno elvish es expect fish gawk ghci groovy guile java jjs jrunscript julia ksh lua luajit
  mawk mksh nawk awk node nodejs nu osascript perl php pwsh powershell cmd cscript wscript rc rksh ruby irb erb
  rustc go gcc cc clang tclsh wish yash zsh sh rbash python pypy ipython octave gnuplot R Rscript scala sbcl
  sqlite3 psql mysql mariadb mongo mongosh redis-cli bc dc m4 jshell kotlin swift busybox toybox
`);
const LAUNCHERS = words(`
  at atq batch bwrap capsh catchsegv choom chpst chroot chrt cgexec cron crontab dbus-run-session dbus-send
  doas docker docker-compose env eatmydata emacs ed ex fakeroot find2perl firejail flatpak flock gdb gtester
  ionice kubectl ld.so less links ltrace lxc lynx mail make cmake man more nano nerdctl nice ninja nohup
  npm npx nsenter numactl open parallel pip pip3 pipx pkexec pnpm podman pg_wrapper prlimit proot rlwrap run-parts
  runuser screen script scriptreplay scriptlive sg setarch setpriv setsid softlimit snap start-stop-daemon stdbuf
  strace su sudo systemctl systemd-run systemd-nspawn task taskset tclx time timeout tmux top htop unshare uv uvx
  vagrant vi view vim vimdiff nvim visudo watch xargs xdg-open xvfb-run yarn zsoelim apt apt-get dpkg rpm yum dnf
  nsjail crun runc ctr rake gem bundle bundler cargo composer mvn gradle ant ansible ansible-playbook terraform
  dd ln install truncate shred mount umount chmod chown chattr setfacl crontab passwd useradd reboot shutdown kill pkill killall
`);
// They go round the guard that http_request keeps.
const NETWORK = words(`
  aria2c axel curl wget wget2 ftp lftp nc ncat netcat socat telnet tftp rsync scp sftp ssh sshpass slogin rsh
  rlogin autossh mosh httpie http https xh openvpn nmap dig host nslookup ping git-remote-http rclone s3cmd aws
  gcloud gsutil az gh openssl
`);
const VERSIONED =
  /^(python|pypy|perl|ruby|php|lua|luajit|node|tclsh|wish|bash|ksh|gcc|clang|java|gawk|irb|erb|guile)-?[\d.]+[a-z]*$/;
const LINKER = /^ld[-.].*so/;

/** Why a program of this name may not be allowed, in words; null when it may. */
export function programRefusal(name: string): string | null {
  const lower = name.toLowerCase().replace(/\.(exe|com|bat|cmd)$/, "");
  if (INTERPRETERS.has(name) || INTERPRETERS.has(lower) || VERSIONED.test(lower)) {
    return `"${name}" runs whatever it is given, so no rule about arguments would hold`;
  }
  if (LAUNCHERS.has(lower) || LINKER.test(lower)) {
    return `"${name}" starts other programs, so no rule about arguments would hold`;
  }
  if (NETWORK.has(lower)) {
    return `"${name}" goes out to the network past the guard of addresses; plans use http_request for that`;
  }
  return null;
}
