/** Columns without a mark: enumerations, generated names, and imported data. */
export const unmarked = new Set([
  ...['place_states.kind', 'place_states.image_url', 'place_state_voices.says'],
  ...['profile_image', 'language', 'children_visibility', 'messages_from'].map(name => `users.${name}`),
  ...['playdates.place_name', 'series.place_name'],
  ...['type', 'named_after', 'features', 'changing_table', 'image_url', 'status', 'facts'].map(
    name => `places.${name}`,
  ),
  ...['source', 'source_id', 'source_aliases', 'source_tags', 'source_facts', 'source_hash', 'edited_fields'].map(
    name => `places.${name}`,
  ),
  ...[
    'pictures.name',
    'idempotency_keys.route',
    'audit.event',
    'erasures.username_hash',
    'notifications.kind',
    'reactions.emoji',
    'circle_codes.salt',
    // Given by an operator, about no father.
    'organisations.name',
  ],
  ...['place_proposals.kind', 'place_decisions.decision', 'mail_tokens.purpose'],
  ...['playdates.location_visibility', 'playdates.kind', 'series.kind', 'playdates.time_zone', 'series.time_zone'],
  ...['series.every', 'series.location_visibility', 'series.left_out'],
  ...[
    'playdates.cancel_reason_kind',
    'users.notification_settings',
    'users.papa_days_changed',
    'users.papa_days_opened',
    'calendar_feeds.variant',
    'mail_tokens.topic',
  ],
  ...['polls.location_visibility', 'poll_answers.answer'],
  ...['outbox.kind', 'outbox.causer', 'push_subscriptions.awaited'],
  // Keys by which names and addresses are compared.
  ...['username_key', 'email_key', 'reset_email_key'].map(name => `users.${name}`),
  ...['target_type', 'target_id', 'reason', 'contact_name', 'contact_email'].map(name => `reports.${name}`),
  ...['received.target_type', 'kept_texts.target_type'],
  ...['target_type', 'target_id', 'decision'].map(name => `moderation_decisions.${name}`),
])
