-- Fleets that exist get no new kinds of attention until their owner wants them. A fleet without the setting has all.

UPDATE carriers SET settings = json_set(settings, '$.attention', json('[]')) WHERE kind = 'fleet';
