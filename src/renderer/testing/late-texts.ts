import { loadTexts } from '../language/t'

// A window loads them with the first code that is not part of the first load.
await loadTexts()
