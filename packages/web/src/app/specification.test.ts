import type { Messages } from '@lingui/core'
import { type Language, languages } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import { messages as de } from '../platform/texts/de.po'
import { messages as deOthers } from '../platform/texts/de.po?others'
import { messages as en } from '../platform/texts/en.po'
import { messages as enOthers } from '../platform/texts/en.po?others'
import { messages as es } from '../platform/texts/es.po'
import { messages as esOthers } from '../platform/texts/es.po?others'
import { messages as fr } from '../platform/texts/fr.po'
import { messages as frOthers } from '../platform/texts/fr.po?others'
import { messages as nl } from '../platform/texts/nl.po'
import { messages as nlOthers } from '../platform/texts/nl.po?others'

/** Every text that the specification quotes, in its order and language (decision A1). Future features add theirs. */
const quoted: Partial<Record<Language, readonly string[]>> = {
  en: [
    // 2. Screens and routes
    'Loading...',
    '404 Page Not Found',
    'The page you are looking for does not exist.',
    'Back to Home',
    'Something went wrong',
    'An error occurred. Please try again later.',
    'Retry',
    'More Info',
    'New Playdate',
    'Restaurants',
    'Playgrounds',
    'Upcoming Playdates',
    'See All',
    "You don't have any past playdates yet.",
    'Edit',
    'Delete',
    'Join',
    'Leave',
    'Full',
    'Share',
    'Places for Kids',
    'Add Restaurant',
    'Edit Playground',
    'Add Playground',
    'Cancel',
    'Click on the map to add a new playground',
    'Add New Playground',
    'No address',
    'Directions',
    'Your Location',
    'Use My Location',
    'About the Heatmap',
    'Contribute to the Community',
    'Data Sources',
    'Adding...',
    'Back to chats',
    'New Chat',
    'Select a chat or start a new conversation',
    'Connection lost. Reconnecting...',
    'Notification',
    // 4. States and transitions
    'Geolocation is not supported by your browser.',
    // 5. Validation rules
    'Username is required',
    'Password is required',
    'Invalid email address',
    'Password must be at least 6 characters',
    "Passwords don't match",
    'File too large',
    'Maximum file size is 8MB',
    'Invalid file type',
    'Only image files are allowed',
    'Name must be at least 3 characters',
    'Address is required',
    // 8. Error catalogue
    'Login failed',
    'Invalid username or password',
    'Registration failed',
    'Logout failed',
    'Failed to upload profile image',
    'Failed to delete account',
    'No featured dad is currently available.',
    'Error',
    'An error occurred while deleting the playdate.',
    'An error occurred while joining the playdate.',
    'An error occurred while leaving the playdate.',
    'An error occurred while updating your favorites.',
    'Error Adding Restaurant',
    'Error Updating Playground',
    'Failed to update playground',
    'Location Error',
    'Could not get your current location.',
    'Browser Not Supported',
    'Error Adding Playground',
    'There was an error adding the playground. Please try again.',
    'Failed to add playground',
    'Error Creating Playdate',
    'There was an error creating the playdate.',
    'An error occurred while loading your playdates',
    'Unable to fetch current weather',
    'Login successful',
    'Welcome back, {firstName}!',
    'Registration successful',
    'Your account has been created successfully.',
    'Logged out',
    'You have been logged out successfully.',
    'Playdate deleted',
    'Joined playdate',
    'Left playdate',
    'Added to favorites',
    'Removed from favorites',
    'Playground Added',
    'Thank you for contributing to our community playground map!',
    'Playdate Created Successfully!',
  ],
  nl: [
    'Geen toegang',
    'Je kunt alleen je eigen speelafspraken bewerken.',
    'De speelafspraak kon niet worden opgehaald.',
    'Gebruiker niet gevonden',
    'Start Chat',
    'Naar Chat',
    'Account verwijderd',
    'Je bent offline',
    'Sommige functies zijn beperkt beschikbaar',
    'Je bent weer online',
    'Je hebt nu weer toegang tot alle functies',
    'Opslaan...',
    'Verwijderen...',
    'Bestand te groot',
    'Maximale bestandsgrootte is 8MB',
    'Ongeldig bestandstype',
    'Alleen afbeeldingsbestanden zijn toegestaan',
    'Voornaam moet minimaal 2 tekens bevatten',
    'Achternaam moet minimaal 2 tekens bevatten',
    'Bio mag maximaal 500 tekens bevatten',
    'Voer een geldig e-mailadres in',
    'Stad moet minimaal 2 tekens bevatten',
    'Weet je zeker dat je deze speelafspraak wilt verwijderen?',
    'Fout bij aanmaken',
    'Er is iets misgegaan bij het aanmaken van de speelafspraak.',
    'Fout bij wijzigen',
    'Er is iets misgegaan bij het bijwerken van de speelafspraak.',
    'Fout bij verwijderen',
    'Er is iets misgegaan bij het verwijderen van de speelafspraak.',
    'Je bent niet ingelogd',
    'Je moet ingelogd zijn om een speelafspraak te maken.',
    'Je moet ingelogd zijn om een speelafspraak te bewerken.',
    'Fout',
    'Fout bij bijwerken',
    'Kon gebruikersprofiel niet laden. Probeer later nog eens.',
  ],
}

const catalogues: Record<Language, Messages> = {
  nl: { ...nl, ...nlOthers },
  en: { ...en, ...enOthers },
  de: { ...de, ...deOthers },
  fr: { ...fr, ...frOthers },
  es: { ...es, ...esOthers },
}

/** A compiled text in its source form, with placeholders in braces. */
function asWritten(message: Messages[string]): string {
  if (typeof message === 'string') return message
  return message.map(part => (typeof part === 'string' ? part : `{${part[0]}}`)).join('')
}

function textsOf(language: Language): string[] {
  return Object.values(catalogues[language]).map(asWritten)
}

test.each(Object.entries(quoted))(
  'texts that the specification quotes in %s appear word for word',
  (language, texts) => {
    // The table's own keys.
    const known = new Set(textsOf(language as Language))
    expect(texts.filter(text => !known.has(text))).toEqual([])
  },
)

test('every language has every text', () => {
  for (const language of languages) {
    expect(Object.keys(catalogues[language]).sort(), language).toEqual(Object.keys(catalogues.en).sort())
    expect(textsOf(language).filter(text => text.trim() === '')).toEqual([])
  }
})

test('French uses its non-breaking spaces, and Spanish its opening marks', () => {
  const signs = /[^\u202F?!][;!?»]|[^\u202F\d]:(?!\/\/|\d)|«[^\u202F]/
  expect(textsOf('fr').filter(text => signs.test(text))).toEqual([])
  const unopened = (text: string) =>
    text.split('?').length > text.split('¿').length || text.split('!').length > text.split('¡').length
  expect(textsOf('es').filter(unopened)).toEqual([])
})
