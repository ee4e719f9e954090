-- A fleet that exists gets no new kind of attention. One without the setting has had all kinds of before.
UPDATE carriers SET settings = json_set(settings, '$.attention',
  json('["clock_wrong","address_unclear","goods_with_absent_driver"]'))
WHERE kind = 'fleet' AND json_type(settings, '$.attention') IS NULL;
