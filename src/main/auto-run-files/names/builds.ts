import { entry } from './entry'

/** Entry points of builds, and tasks that are run by name. */
export const builds = [
  entry(
    'make',
    'https://www.gnu.org/software/make/manual/make.html#Makefile-Names',
    '*makefile* *.mk *.mak kbuild* kconfig*',
  ),
  entry('just', 'https://just.systems/man/en/', 'justfile .justfile *.just .just*'),
  entry(
    'Task, mage and mask',
    'https://taskfile.dev/docs/reference/schema',
    'taskfile* magefile* mage.go mage_*.go maskfile* herebyfile.* runfile dobi.y*ml moon.yml .moon .prototools dev.y*ml mprocs.y*ml process-compose*.y*ml .foreman .overmind* modd.conf reflex.conf *air.toml .air* bacon.toml .bacon* nodemon.json .watchmanconfig watchexec.toml',
  ),
  entry(
    'Rake and Thor',
    'https://ruby.github.io/rake/doc/rakefile_rdoc.html',
    'rakefile* *.rake .rake* thorfile *.thor guardfile capfile dangerfile*',
  ),
  entry(
    'Python tasks',
    'https://docs.pyinvoke.org/en/stable/',
    'tasks.py fabfile.py dodo.py duties.py pavement.py invoke.y*ml manage.py',
  ),
  entry(
    'Snakemake and Nextflow',
    'https://snakemake.readthedocs.io/en/stable/snakefiles/rules.html',
    'snakefile* *.smk nextflow.config mlproject',
  ),
  entry('Tilt and Earthly', 'https://docs.tilt.dev/api.html', 'tiltfile* earthfile* dagger.json .dagger*'),
  entry(
    'Docker and Podman',
    'https://docs.docker.com/reference/compose-file/',
    'dockerfile* *.dockerfile containerfile* docker-compose* podman-compose* compose.y*ml compose*.y*ml docker-bake* singularity* apptainer*',
  ),
  entry(
    'Packages of systems',
    'https://nix.dev/manual/nix/latest/',
    'flake.nix shell.nix default.nix *.nix devbox.json devenv.* .devenv* .flox guix.scm .guix* channels.scm',
  ),
  entry(
    'CMake',
    'https://cmake.org/cmake/help/latest/manual/cmake-presets.7.html',
    'cmakelists.txt *.cmake cmake*presets.json',
  ),
  entry(
    'Meson and Ninja',
    'https://mesonbuild.com/Syntax.html',
    'meson.build meson.options meson_options.txt *.ninja',
  ),
  entry(
    'Autotools',
    'https://www.gnu.org/software/autoconf/manual/',
    'configure.ac configure.in configure.* autogen.sh *.m4',
  ),
  entry(
    'SCons, Waf, Tup, Xmake, Premake and B2',
    'https://scons.org/doc/production/HTML/scons-user.html',
    'sconstruct* sconscript* site_scons wscript* waf tupfile* tuprules.tup xmake.lua premake*.lua jamfile* jamroot* *.jam *.do',
  ),
  entry(
    'Bazel, Buck and Pants',
    'https://bazel.build/run/bazelrc',
    '.bazel* *.bzl *.bazel .buckconfig* .buck* pants*.toml .pants* .plz*',
  ),
  entry('GN and Soong', 'https://gn.googlesource.com/gn/+/main/docs/reference.md', '.gn *.gn *.gni *.bp'),
  entry(
    'Gradle',
    'https://docs.gradle.org/current/userguide/build_lifecycle.html',
    '*.gradle* .gradle gradle gradlew* gradle.properties gradle-wrapper.* buildsrc',
  ),
  entry(
    'Maven and Ant',
    'https://maven.apache.org/configure.html',
    'pom.xml pom.* .mvn mvnw* build.xml ivy*.xml',
  ),
  entry(
    'sbt and Mill',
    'https://www.scala-sbt.org/1.x/docs/Setup-Notes.html',
    'build.sbt *.sbt plugins.sbt build.sc build.mill *.mill .mill* .sbt* .jvmopts .jvm* build.properties project.scala .scala-build bleep.y*ml',
  ),
  entry(
    'Kotlin and JBang',
    'https://www.jbang.dev/documentation/',
    '*.main.kts jbang-catalog.json module.yaml',
  ),
  entry(
    'MSBuild',
    'https://learn.microsoft.com/visualstudio/msbuild/customize-by-directory',
    '*.csproj *.fsproj *.vbproj *.vcxproj *.*proj *.proj *.sln* *.props *.targets *.tasks *.rsp *.runsettings *.pubxml *.ruleset *.cake .nuke build.fsx build.csx',
  ),
  entry(
    'Cargo',
    'https://doc.rust-lang.org/cargo/reference/config.html',
    'cargo.toml .cargo build.rs rust-toolchain* cross.toml trunk.toml dioxus.toml anchor.toml tauri.conf* tauri*.conf.* tauri.toml',
  ),
  entry('Zig', 'https://ziglang.org/learn/build-system/', 'build.zig*'),
  entry(
    'Dune',
    'https://dune.readthedocs.io/en/stable/reference/files.html',
    'dune dune-project dune-workspace dune.*',
  ),
  entry(
    'Versions of tools',
    'https://mise.jdx.dev/configuration.html',
    '.tool-versions mise*.toml .mise* .rtx*.toml .*-version .asdf* .sdkmanrc aqua.y*ml .aqua* .pkgx* pkgx.y*ml hermit.hcl',
  ),
  entry(
    'Vagrant and Packer',
    'https://developer.hashicorp.com/vagrant/docs/vagrantfile',
    'vagrantfile* *.pkr.hcl *.pkr.json',
  ),
  entry(
    'gulp, Grunt and Jake',
    'https://gulpjs.com/docs/en/getting-started/javascript-and-gulpfiles/',
    'gulpfile* gruntfile* jakefile* *.jake brocfile* plopfile* .hygen*',
  ),
  entry(
    'JavaScript bundlers',
    'https://webpack.js.org/configuration/',
    'babel.config.* webpack.*js webpack.*ts webpackfile* .swcrc ember-cli-build.* gatsby-*.* .eleventy* .vitepress .vuepress .storybook .expo* eas.json capacitor.config.* ionic.config.* config.xml nest-cli.json electron-builder* forge.config.*',
  ),
  entry(
    'JavaScript tests',
    'https://jestjs.io/docs/configuration',
    'jest.* jest-preset.* karma.conf.* wdio*.conf.* vitest.* protractor.* nightwatch.* codecept.* cypress.json cypress.env.json cucumber.* mocha.opts backstop.* .pa11yci* stryker* .stryker*',
  ),
  entry(
    'Monorepos',
    'https://nx.dev/reference/project-configuration',
    'angular.json .angular* nx.json .nx project.json workspace.json* turbo.json* lerna.json rush.json .rush command-line.json',
  ),
  entry(
    'Databases',
    'https://www.prisma.io/docs/orm/prisma-schema/overview/generators',
    'schema.prisma ormconfig.* knexfile.* dbt_project.y*ml profiles.yml .sequelizerc atlas.hcl alembic.ini',
  ),
  entry(
    'Contracts',
    'https://book.getfoundry.sh/reference/config/',
    'foundry.toml remappings.txt truffle* brownie-config.* ape-config.* slither.config.* .solhint* .solcover*',
  ),
  entry(
    'PHP applications',
    'https://robo.li/',
    'robofile.php robo.yml castor.php deploy.php wp-cli.* artisan behat.y*ml codeception*.y*ml box.json',
  ),
  entry(
    'Site generators',
    'https://jekyllrb.com/docs/plugins/installation/',
    '_config.y*ml _plugins hugo.toml hugo.y*ml hugo.json pelicanconf.py publishconf.py',
  ),
  entry(
    'Servers in Python and Node',
    'https://gunicorn.org/reference/settings/',
    'gunicorn.conf.* uwsgi.ini supervisord.conf celeryconfig.py ecosystem.json puma.rb unicorn.rb scrapy.cfg airflow.cfg',
  ),
  entry('fastlane', 'https://docs.fastlane.tools/advanced/Fastfile/', 'fastfile fastlane *fastlane*'),
  entry('Tuist', 'https://docs.tuist.dev/', 'tuist* project.swift workspace.swift'),
  entry(
    'Embedded',
    'https://docs.zephyrproject.org/latest/develop/west/manifest.html',
    'west.y*ml sdkconfig* idf_component.yml',
  ),
]
