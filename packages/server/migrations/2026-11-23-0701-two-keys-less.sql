-- after: messages_client_in_chat serves every look-up of these two, for older nodes too
drop index messages_chat_client;
drop index messages_sender_client;
