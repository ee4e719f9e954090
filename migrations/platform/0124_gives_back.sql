-- Fleets that exist go on giving jobs back that nobody takes. A fleet without the setting keeps them.

UPDATE carriers SET settings = json_set(settings, '$.gives_back', json('true')) WHERE kind = 'fleet';
