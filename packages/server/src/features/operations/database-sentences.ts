import type { Texts } from '../../platform/texts.ts'

/** What the doctor, and a start, say about the database. */
export const databaseSentences = {
  databaseOld: {
    nl: 'PostgreSQL {version} is te oud; Papadag heeft 15 of nieuwer nodig',
    en: 'PostgreSQL {version} is too old; Papadag needs 15 or newer',
    de: 'PostgreSQL {version} ist zu alt; Papadag braucht 15 oder neuer',
    fr: 'PostgreSQL {version} est trop ancien ; il faut la version 15 ou plus récente',
    es: 'PostgreSQL {version} es demasiado antiguo; hace falta la 15 o posterior',
  },
  databaseEncoding: {
    nl: 'de database bewaart tekst als {encoding}, waarin emoji en veel letters niet passen; maak er een met encoding UTF8',
    en: 'the database stores text as {encoding}, which has no emoji and lacks many letters; create one with encoding UTF8',
    de: 'die Datenbank speichert Text als {encoding}, ohne Emoji und viele Buchstaben; leg eine mit der Kodierung UTF8 an',
    fr: 'la base enregistre le texte en {encoding}, sans emoji ni bien des lettres ; créez-en une en UTF8',
    es: 'la base de datos guarda el texto en {encoding}, sin emojis ni muchas letras; cree una con codificación UTF8',
  },
  databaseReadOnly: {
    nl: 'de database is alleen te lezen (default_transaction_read_only staat aan, of het is een replica)',
    en: 'the database can only be read (default_transaction_read_only is on, or it is a standby)',
    de: 'die Datenbank lässt sich nur lesen (default_transaction_read_only ist an, oder es ist ein Standby)',
    fr: 'la base est en lecture seule (default_transaction_read_only est activé, ou c’est un serveur de secours)',
    es: 'la base de datos es de solo lectura (default_transaction_read_only está activado, o es una réplica)',
  },
  databaseFew: {
    nl: 'de database laat {connections} verbindingen toe en een node heeft er 11 nodig (max_connections, of de grens van de rol of de database)',
    en: 'the database allows {connections} connections and a node needs 11 (max_connections, or the limit of the role or the database)',
    de: 'die Datenbank lässt {connections} Verbindungen zu, ein Knoten braucht 11 (max_connections oder die Grenze der Rolle oder der Datenbank)',
    fr: 'la base admet {connections} connexions et un nœud en demande 11 (max_connections, ou la limite du rôle ou de la base)',
    es: 'la base de datos admite {connections} conexiones y un nodo necesita 11 (max_connections, o el límite del rol o de la base)',
  },
  noPages: {
    nl: 'full_page_writes staat uit: een stroomstoring kan de database beschadigen',
    en: 'full_page_writes is off: a power failure can damage the database',
    de: 'full_page_writes ist aus: Ein Stromausfall kann die Datenbank beschädigen',
    fr: 'full_page_writes est désactivé : une coupure de courant peut endommager la base',
    es: 'full_page_writes está desactivado: un corte de luz puede dañar la base de datos',
  },
  noFsync: {
    nl: 'fsync staat uit: een stroomstoring vernielt de database',
    en: 'fsync is off: a power failure can destroy the database',
    de: 'fsync ist aus: Ein Stromausfall zerstört die Datenbank',
    fr: 'fsync est désactivé : une coupure de courant détruit la base',
    es: 'fsync está desactivado: un corte de luz destruye la base de datos',
  },
  noCommit: {
    nl: 'synchronous_commit staat uit: de laatste berichten gaan verloren als hij wordt afgebroken',
    en: 'synchronous_commit is off: a crash loses the last messages',
    de: 'synchronous_commit ist aus: Die letzten Nachrichten gehen verloren, wenn sie abstürzt',
    fr: 'synchronous_commit est désactivé : les derniers messages se perdent si elle est tuée',
    es: 'synchronous_commit está desactivado: los últimos mensajes se pierden si se interrumpe',
  },
  noChecksums: {
    nl: 'PostgreSQL {version}; datachecksums staan uit, dus een kapotte schijf valt niet op',
    en: 'PostgreSQL {version}; data checksums are off, so a failing disk goes unnoticed',
    de: 'PostgreSQL {version}; Prüfsummen sind aus, also fällt eine defekte Platte nicht auf',
    fr: 'PostgreSQL {version} ; les sommes de contrôle sont désactivées : un disque défaillant passe inaperçu',
    es: 'PostgreSQL {version}; sin sumas de comprobación, un disco que falla pasa inadvertido',
  },
  database: {
    nl: 'PostgreSQL {version}, {connections} verbindingen, genoeg voor {nodes} nodes',
    en: 'PostgreSQL {version}, {connections} connections, enough for {nodes} nodes',
    de: 'PostgreSQL {version}, {connections} Verbindungen, genug für {nodes} Knoten',
    fr: 'PostgreSQL {version}, {connections} connexions, de quoi servir {nodes} nœuds',
    es: 'PostgreSQL {version}, {connections} conexiones, suficientes para {nodes} nodos',
  },
  embedded: {
    nl: 'de ingebouwde, PostgreSQL {version}',
    en: 'embedded, PostgreSQL {version}',
    de: 'die eingebaute, PostgreSQL {version}',
    fr: 'celle intégrée, PostgreSQL {version}',
    es: 'la integrada, PostgreSQL {version}',
  },
  databaseSilent: {
    nl: 'geeft geen antwoord',
    en: 'it does not answer',
    de: 'antwortet nicht',
    fr: 'ne répond pas',
    es: 'no responde',
  },
  madeBefore: {
    nl: 'gemaakt door een checkout van vóór 1.0.0; maak daarmee een back-up (npx papadag backup BESTAND) en zet die met deze Papadag terug (npx papadag restore BESTAND --replace)',
    en: 'made by a checkout from before 1.0.0; back it up with that checkout (npx papadag backup FILE), and restore the file with this Papadag (npx papadag restore FILE --replace)',
    de: 'von einem Checkout vor 1.0.0; sichere sie damit (npx papadag backup DATEI) und spiele die Datei mit diesem Papadag ein (npx papadag restore DATEI --replace)',
    fr: 'créée par une copie antérieure à la 1.0.0 ; sauvegardez-la avec cette copie (npx papadag backup FICHIER), puis restaurez le fichier avec ce Papadag (npx papadag restore FICHIER --replace)',
    es: 'creada por una copia anterior a la 1.0.0; haga una copia de seguridad con ella (npx papadag backup ARCHIVO) y restáurela con este Papadag (npx papadag restore ARCHIVO --replace)',
  },
} satisfies Texts
