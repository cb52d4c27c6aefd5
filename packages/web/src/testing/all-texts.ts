import './answered-consent.ts'
import { loadTexts } from '../platform/language/language.ts'

// A test may show any page, so it loads each language whole.
await Promise.all((['calm', 'near', 'opened', 'others'] as const).map(loadTexts))
