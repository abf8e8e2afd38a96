import { ParleyError } from '../../../shared/errors'
import { lockDataFolder } from '../opening/data-folder-lock'

/**
 * Locks the folder named on the command line, prints `held` or the error's code and its pid or reason, and waits for its input to
 * end.
 */
const [folder = ''] = process.argv.slice(2)
try {
  const lock = lockDataFolder(folder)
  process.stdout.write('held\n')
  process.stdin.resume()
  process.stdin.on('end', () => lock.release())
} catch (error) {
  if (!(error instanceof ParleyError)) throw error
  process.stdout.write(`${error.code} ${String(error.data?.['pid'] ?? error.data?.['reason'])}\n`)
}
