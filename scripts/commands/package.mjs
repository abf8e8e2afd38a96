// Builds the app and makes packages of it; the arguments are those of electron-builder.
import { build } from '../parts/build.mjs'
import { runBuilder } from '../parts/package/packaging.mjs'

process.exitCode = (await build()) ? await runBuilder(process.argv.slice(2), process.env) : 1
