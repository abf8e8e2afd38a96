import { entry } from './entry'

/** What shells, debuggers and languages read from the working or home folder. */
export const accounts = [
  entry(
    'direnv and similar',
    'https://direnv.net/man/direnv-stdlib.1.html',
    '.envrc .env* .direnv* .autoenv* .shadowenv*',
  ),
  entry(
    'Bash',
    'https://www.gnu.org/software/bash/manual/bash.html#Bash-Startup-Files',
    '.bash* .profile .login .logout .inputrc',
  ),
  entry(
    'Zsh',
    'https://zsh.sourceforge.io/Intro/intro_3.html',
    '.zsh* .zprofile .zlogin .zlogout .zcompdump*',
  ),
  entry(
    'Other Unix shells',
    'https://fishshell.com/docs/current/language.html#configuration-files',
    '.cshrc .tcshrc .kshrc .mkshrc .shrc .rc config.fish fish_variables config.nu env.nu rc.elv .xonshrc .oils',
  ),
  entry(
    'PowerShell',
    'https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_profiles',
    '*profile.ps1 *.psm1 *.psd1 psakefile.ps1 *.build.ps1',
  ),
  entry(
    'Command Prompt',
    'https://learn.microsoft.com/windows/win32/procthread/environment-variables',
    '*.bat *.cmd *.exe *.dll',
  ),
  entry(
    'Sessions',
    'https://wiki.archlinux.org/title/Xprofile',
    '.xprofile .xinitrc .xsession* .xserverrc .pam_environment .dmrc',
  ),
  entry(
    'Desktops',
    'https://specifications.freedesktop.org/desktop-entry-spec/latest/',
    '*.desktop .directory desktop.ini autorun.inf *.lnk *.url *.scf *.library-ms *.searchconnector-ms *.command *.terminal *.workflow launchagents launchdaemons start*menu autostart mimeapps.list application*support roaming',
  ),
  entry(
    'Scheduled work',
    'https://man7.org/linux/man-pages/man5/crontab.5.html',
    'crontab *.service *.timer *.socket *.plist',
  ),
  entry(
    'Terminals',
    'https://man.openbsd.org/tmux.1',
    '.tmux* .screenrc .zellij* .wezterm.lua .teamocil* .lesskey .lessfilter',
  ),
  entry(
    'Debuggers',
    'https://sourceware.org/gdb/current/onlinedocs/gdb.html/Auto_002dloading.html',
    '.gdbinit .gdb* *-gdb.py *-gdb.gdb *-gdb.scm .lldbinit* .radare2rc',
  ),
  entry(
    'Python',
    'https://docs.python.org/3/using/cmdline.html#envvar-PYTHONSTARTUP',
    '.pythonrc* .pythonstartup* .ipython .jupyter',
  ),
  entry('Ruby and Perl', 'https://docs.ruby-lang.org/en/master/IRB.html', '.irbrc .pryrc .byebugrc .replyrc'),
  entry('R', 'https://stat.ethz.ch/R-manual/R-devel/library/base/html/Startup.html', '.rprofile .renviron'),
  entry(
    'Other languages',
    'https://downloads.haskell.org/ghc/latest/docs/users_guide/ghci.html#the-ghci-and-haskeline-files',
    '.ghci* .ocamlinit .iex.exs .erlang* .guile .octaverc .clisprc* .swiplrc .swank* .gnuplot* gnuplotrc .maxima .coqrc',
  ),
  entry('PHP', 'https://www.php.net/manual/en/configuration.file.per-user.php', '.user.ini php.ini'),
  entry(
    'Web servers',
    'https://httpd.apache.org/docs/current/howto/htaccess.html',
    '.htaccess web.config httpd.conf apache2.conf nginx.conf caddyfile haproxy.cfg',
  ),
  entry(
    'Clients',
    'https://curl.se/docs/manpage.html#-K',
    '.psqlrc .sqliterc .curlrc .wgetrc .netrc _netrc .mailcap .mailrc .muttrc .msmtprc .procmailrc .fetchmailrc .forward .ripgreprc .ackrc .digrc',
  ),
  entry(
    'Keys and accounts',
    'https://man.openbsd.org/ssh_config.5',
    '.ssh authorized_keys .rhosts .shosts .gnupg .docker .kube .aws .gcloud .config',
  ),
  entry(
    'Dotfiles without their dot',
    'https://www.chezmoi.io/reference/source-state-attributes/',
    'dot_* run_once_* run_onchange_* run_before_* run_after_* bashrc bash_profile bash_aliases zshrc zshenv zprofile zlogin cshrc kshrc inputrc gitconfig tigrc npmrc curlrc wgetrc netrc pypirc gemrc irbrc gdbinit lldbinit tmux.conf screenrc xinitrc xprofile xsessionrc xresources my.cnf pg_service.conf ssh_config gpg.conf gpg-agent.conf',
  ),
]
