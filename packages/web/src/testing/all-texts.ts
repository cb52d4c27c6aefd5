import './page/answered-consent.ts'
import { loadTexts } from '../platform/language/language.ts'

// A test may show any page, so it loads each language whole.
await Promise.all((['idle', 'viewport', 'onOpen', 'others'] as const).map(loadTexts))
