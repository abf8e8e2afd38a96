import { entry } from './entry'

/** Programs that keep versions, and what they recognise as a repository. */
export const versionControl = [
  entry(
    'git',
    'https://git-scm.com/docs/gitrepository-layout',
    '.git *.git .gitmodules .gitattributes .gitconfig .lfsconfig .githooks githooks .git-hooks git-hooks .hooks',
  ),
  entry(
    'git hooks',
    'https://git-scm.com/docs/githooks',
    'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive proc-receive post-receive post-update reference-transaction push-to-checkout pre-auto-gc post-rewrite post-index-change sendemail-validate fsmonitor-watchman p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit',
  ),
  entry('Gerrit', 'https://docs.opendev.org/opendev/git-review/latest/', '.gitreview'),
  entry('Mercurial', 'https://www.mercurial-scm.org/doc/hgrc.5.html', '.hg .hgrc .hgsub .hgsubstate'),
  entry('Subversion', 'https://svnbook.red-bean.com/en/1.7/svn.advanced.confarea.html', '.svn'),
  entry('Jujutsu', 'https://docs.jj-vcs.dev/latest/config/', '.jj'),
  entry('Sapling', 'https://sapling-scm.com/docs/introduction/', '.sl'),
  entry('Darcs', 'https://darcs.net/manual/', '_darcs'),
  entry('Pijul', 'https://pijul.org/manual/', '.pijul'),
  entry('Breezy', 'https://www.breezy-vcs.org/doc/en/', '.bzr'),
  entry(
    'Fossil',
    'https://fossil-scm.org/home/doc/trunk/www/settings.wiki',
    '.fslckout _fossil_ .fossil-settings',
  ),
  entry('CVS', 'https://www.gnu.org/software/trans-coord/manual/cvs/', 'cvsroot'),
  entry('repo', 'https://gerrit.googlesource.com/git-repo/+/HEAD/docs/manifest-format.md', '.repo'),
  entry('Perforce', 'https://www.perforce.com/manuals/cmdref/', '.p4config .p4*'),
  entry('Arcanist', 'https://secure.phabricator.com/book/phabricator/article/arcanist_lint/', '.arc*'),
  entry('DVC', 'https://dvc.org/doc/user-guide/project-structure', '.dvc dvc.y*ml'),
]

/**
 * What makes any folder a bare repository for git, with the files `HEAD` and `config`: `git status` in it runs the
 * program that `config` names.
 */
export const structure = [
  entry(
    'git (a bare repository)',
    'https://git-scm.com/docs/git-config#Documentation/git-config.txt-safebareRepository',
    'objects refs',
  ),
]

/** Programs that run checks on a commit or a push. */
export const hookManagers = [
  entry('Husky', 'https://typicode.github.io/husky/', '.husky .huskyrc*'),
  entry('pre-commit', 'https://pre-commit.com/', '.pre-commit-config.* .pre-commit-hooks.*'),
  entry('prek', 'https://prek.j178.dev/configuration/', 'prek.toml'),
  entry('Lefthook', 'https://lefthook.dev/configuration/', 'lefthook* .lefthook*'),
  entry('hk', 'https://hk.jdx.dev/configuration.html', 'hk.pkl hk.local.pkl .hk*'),
  entry(
    'lint-staged',
    'https://github.com/lint-staged/lint-staged#configuration',
    '.lintstagedrc* lint-staged.config.*',
  ),
  entry('simple-git-hooks', 'https://github.com/toplenboren/simple-git-hooks', '*simple-git-hooks*'),
  entry('Overcommit', 'https://github.com/sds/overcommit', '.overcommit.yml .overcommit*'),
  entry('CaptainHook', 'https://docs.captainhook.info/configure.html', 'captainhook.json captainhook.*'),
  entry('GrumPHP', 'https://github.com/phpro/grumphp', 'grumphp.*'),
  entry(
    'commitlint',
    'https://commitlint.js.org/reference/configuration.html',
    '.commitlintrc* commitlint.config.*',
  ),
  entry('rusty-hook', 'https://github.com/swellaby/rusty-hook', '.rusty-hook.toml'),
  entry('gitlint', 'https://jorisroovers.com/gitlint/latest/configuration/', '.gitlint'),
  entry('Talisman', 'https://github.com/thoughtworks/talisman', '.talismanrc'),
  entry('Trunk', 'https://docs.trunk.io/', '.trunk'),
]
