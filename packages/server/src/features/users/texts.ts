import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'user.unknown': {
    nl: 'Gebruiker niet gevonden',
    en: 'User not found',
    de: 'Benutzer nicht gefunden',
    fr: 'Utilisateur introuvable',
    es: 'Usuario no encontrado',
  },
  'user.nobody': {
    nl: 'Er staat nu even geen papa in de spotlight.',
    en: 'No featured dad is currently available.',
    de: 'Gerade steht kein Papa im Rampenlicht.',
    fr: 'Aucun papa n’est à l’honneur pour le moment.',
    es: 'Ahora mismo no hay ningún papá destacado.',
  },
  'user.nameIsFixed': {
    nl: 'De naam van een organisatie staat vast. Vraag de beheerder om hem te wijzigen.',
    en: 'The name of an organisation is fixed. Ask the operator to change it.',
    de: 'Der Name einer Organisation steht fest. Bitte den Betreiber, ihn zu ändern.',
    fr: 'Le nom d’une organisation est fixe. Demande à l’opérateur de le changer.',
    es: 'El nombre de una organización es fijo. Pide al operador que lo cambie.',
  },
  'user.unknownTown': {
    nl: 'Deze plaats kennen we niet. Probeer een grotere plaats in de buurt.',
    en: 'We don’t know this town. Try a larger one nearby.',
    de: 'Diesen Ort kennen wir nicht. Probiere einen größeren in der Nähe.',
    fr: 'Nous ne connaissons pas cette ville. Essaie une ville plus grande à proximité.',
    es: 'No conocemos este lugar. Prueba con una población cercana más grande.',
  },
  'session.unknown': {
    nl: 'Deze sessie bestaat niet (meer).',
    en: 'This session could not be found.',
    de: 'Diese Sitzung gibt es nicht (mehr).',
    fr: 'Cette session n’existe pas (ou plus).',
    es: 'Esta sesión no existe o ya no está abierta.',
  },
  'auth.wrongPassword': {
    nl: 'Dit is niet je huidige wachtwoord.',
    en: 'This is not your current password.',
    de: 'Das ist nicht dein aktuelles Passwort.',
    fr: 'Ce n’est pas ton mot de passe actuel.',
    es: 'Esta no es tu contraseña actual.',
  },
  'user.firstNameTooShort': {
    nl: 'Voornaam moet minimaal 2 tekens bevatten',
    en: 'First name must be at least 2 characters',
    de: 'Der Vorname muss mindestens 2 Zeichen haben',
    fr: 'Le prénom doit comporter au moins 2 caractères',
    es: 'El nombre debe tener al menos 2 caracteres',
  },
  'user.lastNameTooShort': {
    nl: 'Achternaam moet minimaal 2 tekens bevatten',
    en: 'Last name must be at least 2 characters',
    de: 'Der Nachname muss mindestens 2 Zeichen haben',
    fr: 'Le nom doit comporter au moins 2 caractères',
    es: 'El apellido debe tener al menos 2 caracteres',
  },
  'user.cityTooShort': {
    nl: 'Stad moet minimaal 2 tekens bevatten',
    en: 'City must be at least 2 characters',
    de: 'Die Stadt muss mindestens 2 Zeichen haben',
    fr: 'La ville doit comporter au moins 2 caractères',
    es: 'La ciudad debe tener al menos 2 caracteres',
  },
} satisfies Texts
