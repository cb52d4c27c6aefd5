alter table polls add column description text;
