import { loadTexts } from '../language/t'

// A window loads them with its first dialog.
await loadTexts('late')
