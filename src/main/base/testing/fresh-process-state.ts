import { afterAll } from 'vitest'

import { clearSecrets } from '../redaction/redaction'

// Vitest loads this in each test file. The files of a worker share their modules, and learned secrets last as long as
// the process: a secret from one file must not be redacted in the texts of the next.
afterAll(clearSecrets)
