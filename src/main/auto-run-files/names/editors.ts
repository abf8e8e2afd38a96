import { entry } from './entry'

/** Tasks, extensions, interpreters and start-up commands that an editor reads from the folder it opens. */
export const editors = [
  entry(
    'Visual Studio Code',
    'https://code.visualstudio.com/docs/editing/workspaces/workspace-trust',
    '.vscode *.code-workspace .theia .positron .void',
  ),
  entry(
    'Visual Studio',
    'https://learn.microsoft.com/visualstudio/ide/customize-build-and-debug-tasks-in-visual-studio',
    '.vs .vsconfig *.user launchsettings.json',
  ),
  entry(
    'JetBrains IDEs',
    'https://www.jetbrains.com/help/idea/project-security.html',
    '.idea .run .fleet *.iml *.ipr *.iws',
  ),
  entry('Zed', 'https://zed.dev/docs/configuring-zed', '.zed'),
  entry('Nova', 'https://help.nova.app/', '.nova'),
  entry('Helix', 'https://docs.helix-editor.com/configuration.html', '.helix'),
  entry(
    'Vim and Neovim',
    "https://neovim.io/doc/user/options.html#'exrc'",
    '.vimrc .exrc .lvimrc .nvimrc .nvim.lua .vim .nvim _vimrc _gvimrc _exrc vimfiles vimrc .vim* .nvim* .lvim* *.vim .lazy.lua .neoconf.json .nlsp* .projections.json coc-settings.json',
  ),
  entry(
    'Emacs',
    'https://www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html',
    '.dir-locals*.el .emacs* .spacemacs* init.el early-init.el cask eask eldev* .dape keg',
  ),
  entry('Kakoune', 'https://github.com/mawww/kakoune/wiki', '.kak* kakrc'),
  entry('Lite XL', 'https://lite-xl.com/documentation/project-modules/', '.lite_project* .lite-xl'),
  entry(
    'Sublime Text',
    'https://www.sublimetext.com/docs/projects.html',
    '*.sublime-project *.sublime-build *.sublime-*',
  ),
  entry(
    'Kate',
    'https://docs.kde.org/stable_kf6/en/kate/kate/kate-application-plugin-projects.html',
    '.kateproject* .kateconfig *.kdev4 .kdev4',
  ),
  entry(
    'Eclipse',
    'https://help.eclipse.org/latest/',
    '.project .settings .externaltoolbuilders .classpath .factorypath .cproject .pydevproject .buildpath *.launch',
  ),
  entry('NetBeans', 'https://netbeans.apache.org/', 'nbproject nbactions.xml'),
  entry(
    'Xcode',
    'https://developer.apple.com/documentation/xcode',
    '*.xcodeproj *.xcworkspace *.xcconfig *.xcscheme *.xctestplan project.yml',
  ),
  entry(
    'Qt Creator',
    'https://doc.qt.io/qtcreator/creator-project-opening.html',
    '*.pro *.pri *.prf *.qbs .qmake* *.pro.user* .qtcreator',
  ),
  entry(
    'Code::Blocks, Geany and Kdevelop',
    'https://www.geany.org/manual/current/#project-management',
    '*.cbp *.geany',
  ),
  entry('RStudio', 'https://docs.posit.co/ide/user/ide/guide/code/projects.html', '*.rproj'),
  entry('Atom and Pulsar', 'https://github.com/noseglid/atom-build', '.atom*'),
  entry(
    'Dev containers',
    'https://containers.dev/implementors/json_reference/',
    '.devcontainer* .gitpod* .idx .replit* replit.nix devfile.y*ml .devfile* .codesandbox sandbox.config.json .stackblitz* .coder* .daytona* .binder binder postbuild',
  ),
  entry('Scala build servers', 'https://build-server-protocol.github.io/', '.metals .bloop .bsp'),
  entry(
    'Unity, Unreal and Godot',
    'https://docs.godotengine.org/en/stable/tutorials/plugins/editor/',
    'projectsettings *.uproject *.uplugin *.build.cs *.target.cs project.godot *.gdextension plugin.cfg',
  ),
  entry(
    'PlatformIO and Arduino',
    'https://docs.platformio.org/en/latest/projectconf/index.html',
    'platformio.ini platform.txt boards.txt sketch.y*ml',
  ),
  entry(
    'Jupyter',
    'https://jupyter-client.readthedocs.io/en/latest/kernels.html',
    'kernel.json jupyter_*config.* ipython_*config.*',
  ),
]

/** Settings of linters, formatters and language servers. Many are code, and editors run them on every file. */
export const languageTools = [
  entry(
    'Settings named after their program',
    'https://github.com/cosmiconfig/cosmiconfig#readme',
    '.*rc .*rc.* *.config.*js *.config.*ts *.conf.*js *.conf.*ts *.config.json *.config.y*ml',
  ),
  entry('Language servers in general', 'https://code.claude.com/docs/en/plugins-reference', '.lsp* lsp.json'),
  entry('Prettier', 'https://prettier.io/docs/configuration', 'prettier.config.*'),
  entry(
    'ESLint and TSLint',
    'https://eslint.org/docs/latest/use/configure/configuration-files',
    '.eslintrc* tslint.json',
  ),
  entry('Stylelint', 'https://stylelint.io/user-guide/configure', 'stylelint.config.* .stylelintrc*'),
  entry('TypeScript', 'https://www.typescriptlang.org/tsconfig/#plugins', 'tsconfig*.json jsconfig*.json'),
  entry('dprint', 'https://dprint.dev/plugins/process/', 'dprint.json* .dprint*'),
  entry('cspell', 'https://cspell.org/docs/Configuration', 'cspell.y*ml cspell*.json .cspell*'),
  entry(
    'GraphQL',
    'https://the-guild.dev/graphql/config/docs/user/usage',
    '.graphqlconfig* graphql.config.* .graphql* codegen.y*ml codegen.json codegen.ts',
  ),
  entry(
    'Markdown tools',
    'https://github.com/DavidAnson/markdownlint-cli2#configuration',
    '.markdownlint* .remark* .textlint* .vale* _vale.ini .asciidoctor*',
  ),
  entry('SQLFluff', 'https://docs.sqlfluff.com/en/stable/configuration/', '.sqlfluff*'),
  entry(
    'Pyright, mypy, pylint, Pyre and Flake8',
    'https://mypy.readthedocs.io/en/stable/config_file.html',
    'pyrightconfig.json pylintrc* mypy.ini .mypy.ini .flake8 .pyre* pyrefly.toml pytype.cfg .bandit',
  ),
  entry(
    'rust-analyzer',
    'https://rust-analyzer.github.io/book/configuration.html',
    'rust-analyzer.toml .rust-analyzer.toml rust-project.json',
  ),
  entry(
    'clangd and ccls',
    'https://clangd.llvm.org/config',
    '.clangd .ccls .cquery compile_commands.json compile_flags.txt',
  ),
  entry('YouCompleteMe', 'https://github.com/ycm-core/YouCompleteMe', '.ycm_extra_conf.py .ycm*'),
  entry(
    'OmniSharp',
    'https://github.com/OmniSharp/omnisharp-roslyn/wiki/Configuration-Options',
    'omnisharp.json',
  ),
  entry(
    'clojure-lsp and clj-kondo',
    'https://clojure-lsp.io/settings/',
    '.lsp .clj-kondo .cljfmt* .joker .calva',
  ),
  entry('Merlin', 'https://github.com/ocaml/merlin/wiki/project-configuration', '.merlin'),
  entry(
    'Haskell Language Server',
    'https://haskell-language-server.readthedocs.io/en/latest/configuration.html',
    'hie.yaml .hlint* .ghcid',
  ),
  entry('Elixir', 'https://hexdocs.pm/mix/Mix.Tasks.Format.html', '.formatter.exs .credo.exs .dialyzer*'),
  entry('Erlang', 'https://erlang-ls.github.io/configuration/', 'erlang_ls.config .elp* elvis.config'),
  entry(
    'Ruby tools',
    'https://docs.rubocop.org/rubocop/extensions.html',
    '.rubocop* .solargraph* .reek* .standard.yml .erb-lint* .erb_lint* .haml-lint* .slim-lint* .ruby-lsp steepfile sorbet .yardopts .rspec* .mutant*',
  ),
  entry(
    'PHP tools',
    'https://phpstan.org/config-reference',
    '.php-cs-fixer* .php_cs* phpstan*.neon* phpcs.xml* .phpcs.xml* psalm*.xml* psalm.xml* rector.php ecs.php .phan phpmd.xml .phpactor* phpunit.xml* .phpunit* infection.json* phpbench.json deptrac.*',
  ),
  entry('golangci-lint', 'https://golangci-lint.run/docs/configuration/file/', '.golangci.* .golangci*'),
  entry(
    'TFLint',
    'https://github.com/terraform-linters/tflint/blob/master/docs/user-guide/config.md',
    '.tflint.hcl .tflint*',
  ),
  entry('Dart analysis', 'https://dart.dev/tools/analyzer-plugins', 'analysis_options.yaml'),
  entry(
    'Scalafix and Scalafmt',
    'https://scalacenter.github.io/scalafix/docs/users/configuration.html',
    '.scalafix* .scalafmt*',
  ),
  entry('lintr', 'https://lintr.r-lib.org/articles/lintr.html', '.lintr*'),
  entry(
    'SourceKit and SwiftLint',
    'https://github.com/swiftlang/sourcekit-lsp/blob/main/Documentation/Configuration%20File.md',
    '.sourcekit-lsp .swiftlint* .sourcery.yml swiftgen.yml',
  ),
  entry(
    'LaTeX',
    'https://mgeeky.gitlab.io/latexmk/',
    'latexmkrc .latexmkrc texmf.cnf arara* .arara* tectonic.toml .texlab* texlab.toml',
  ),
  entry('ctags', 'https://docs.ctags.io/en/latest/option-file.html', '.ctags* .uctags*'),
  entry(
    'cmake-format',
    'https://cmake-format.readthedocs.io/en/latest/configuration.html',
    '.cmake-format* .cmake-lint*',
  ),
  entry(
    'Documentation builders',
    'https://www.sphinx-doc.org/en/master/usage/configuration.html',
    'conf.py mkdocs*.y*ml zensical.toml doxyfile* book.toml _quarto* _bookdown.yml antora*.y*ml typedoc*.json .typedoc* jsdoc*.json .jsdoc* .pandoc*',
  ),
  entry(
    'Roblox and Luau',
    'https://luals.github.io/wiki/configuration/',
    '.luarc* .luaurc .luacheckrc .luacov .busted',
  ),
  entry(
    'Coq, Rocq and Agda',
    'https://rocq-prover.org/doc/master/refman/practical-tools/utilities.html',
    '_coqproject _rocqproject *.agda-lib',
  ),
]

/** Settings that make a coding agent start hooks and servers, or let it do more without asking. */
export const agents = [
  entry('Claude Code', 'https://code.claude.com/docs/en/settings', '.claude*'),
  entry('Codex', 'https://developers.openai.com/codex/config-reference', '.codex .codex*'),
  entry(
    'Gemini CLI and Qwen Code',
    'https://github.com/google-gemini/gemini-cli/blob/main/docs/get-started/configuration.md',
    '.gemini .qwen .iflow .antigravity',
  ),
  entry('OpenCode', 'https://opencode.ai/docs/config/', '.opencode* opencode.json*'),
  entry(
    'Model Context Protocol',
    'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    '*mcp.json *mcp_config.json *mcp.y*ml *mcp.toml .mcp*',
  ),
  entry('Agents in general', 'https://agents.md/', '.agents .agent .agent*'),
  entry('Cursor', 'https://cursor.com/docs', '.cursor*'),
  entry('Windsurf', 'https://docs.windsurf.com/', '.windsurf* .codeium'),
  entry('Continue', 'https://docs.continue.dev/', '.continue*'),
  entry('Cline, Roo and Kilo Code', 'https://docs.cline.bot/', '.cline* .roo* .kilocode* .kilo*'),
  entry('Aider', 'https://aider.chat/docs/config/aider_conf.html', '.aider*'),
  entry('Amazon Q and Kiro', 'https://kiro.dev/docs/', '.amazonq .kiro'),
  entry('Junie', 'https://www.jetbrains.com/help/junie/', '.junie .aiassistant'),
  entry('Goose', 'https://block.github.io/goose/docs/guides/config-files', '.goose*'),
  entry('Trae', 'https://docs.trae.ai/', '.trae'),
  entry('Augment', 'https://docs.augmentcode.com/', '.augment*'),
  entry('Copilot', 'https://docs.github.com/copilot', '.copilot'),
  entry('Crush', 'https://github.com/charmbracelet/crush', '.crush* crush.json'),
  entry(
    'Amp and others',
    'https://ampcode.com/manual',
    '.amp .amp* .ampcode .factory .warp .zencoder .tabnine* .codebuddy .openhands .plandex* .cody .forge* forge.yaml .devin .jules .rovodev .kimi .letta .mux .serena .taskmaster .tabby .firebender* .vibe*',
  ),
  entry(
    'Extensions of agents',
    'https://geminicli.com/docs/extensions/',
    'gemini-extension.json hooks.json claude_desktop_config.json codebuff.json smithery.y*ml',
  ),
]
