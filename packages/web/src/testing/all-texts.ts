import './answered-consent.ts'
import { loadTexts } from '../platform/language.ts'

// In a test any page may be shown, so every language is loaded whole.
await Promise.all((['calm', 'near', 'opened', 'others'] as const).map(loadTexts))
